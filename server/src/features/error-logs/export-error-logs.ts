import type { errorLogsCsv } from '@zapdeck/contract/csv-exports';
import type { QueryOf } from '@zapdeck/contract/route';
import { and, desc, eq, gte } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { inBatches } from '../../db/paging.ts';
import { errorLogs } from '../../db/schema/error-logs.table.ts';
import type { CsvColumns } from '../../http/send-csv.ts';

const DAY_MS = 24 * 3_600_000;

type Row = typeof errorLogs.$inferSelect;

/** What stands in the file of errors. */
export const errorColumns: CsvColumns<Row> = {
  id: ({ id }) => id,
  createdAt: ({ createdAt }) => createdAt,
  errorType: ({ errorType }) => errorType,
  errorMessage: ({ errorMessage }) => errorMessage,
  url: ({ url }) => url,
  userId: ({ userId }) => userId,
  userAgent: ({ userAgent }) => userAgent,
  additionalData: ({ additionalData }) => (additionalData === null ? null : JSON.stringify(additionalData)),
  stackTrace: ({ stackTrace }) => stackTrace,
};

/** Every report of an error of the type and the days asked for, in batches. */
export function exportErrorLogs(
  db: Db,
  { type, days }: QueryOf<typeof errorLogsCsv>,
  now: Date,
): AsyncGenerator<Row[]> {
  const condition = and(
    gte(errorLogs.createdAt, new Date(now.getTime() - days * DAY_MS)),
    type === 'all' ? undefined : eq(errorLogs.errorType, type),
  );
  return inBatches(
    errorLogs,
    ({ isBehind, limit }) =>
      db
        .select()
        .from(errorLogs)
        .where(and(condition, isBehind))
        .orderBy(desc(errorLogs.createdAt), desc(errorLogs.id))
        .limit(limit),
    (row) => row,
  );
}
