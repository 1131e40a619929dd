import type { errorLogsCsv } from '@zapdeck/contract/wire/csv-exports';
import type { QueryOf } from '@zapdeck/contract/wire/route';
import { and, eq, gte } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { inBatches } from '../../db/paging.ts';
import { errorLogs } from '../../db/schema/error-logs.table.ts';
import { type CsvColumns, fieldColumns } from '../../http/send-csv.ts';

const DAY_MS = 24 * 3_600_000;

type ErrorLogRow = typeof errorLogs.$inferSelect;

export const errorColumns: CsvColumns<ErrorLogRow> = {
  ...fieldColumns('id', 'createdAt', 'errorType', 'errorMessage', 'url', 'userId', 'userAgent'),
  additionalData: ({ additionalData }) => (additionalData === null ? null : JSON.stringify(additionalData)),
  ...fieldColumns('stackTrace'),
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
