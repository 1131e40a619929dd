import type { errorLogsCsv } from '@zapdeck/contract/csv-exports';
import type { QueryOf } from '@zapdeck/contract/route';
import { and, eq, gte } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { inBatches } from '../../db/paging.ts';
import { errorLogs } from '../../db/schema/error-logs.table.ts';
import type { CsvColumns } from '../../http/send-csv.ts';

const DAY_MS = 24 * 3_600_000;

type Row = typeof errorLogs.$inferSelect;

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

export const exportErrorLogs = (db: Db, { type, days }: QueryOf<typeof errorLogsCsv>, now: Date) =>
  inBatches({
    select: (on) => on.select().from(errorLogs),
    table: errorLogs,
    condition: and(
      gte(errorLogs.createdAt, new Date(now.getTime() - days * DAY_MS)),
      type === 'all' ? undefined : eq(errorLogs.errorType, type),
    ),
    db,
    placeOf: (row) => row,
    present: (rows) => rows,
  });
