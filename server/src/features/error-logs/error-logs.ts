import type {
  adminErrorGroups,
  ErrorGroup,
  ErrorLog,
  ErrorReport,
} from '@zapdeck/contract/instance/error-logs';
import type { PageQuery } from '@zapdeck/contract/wire/primitives';
import type { QueryOf } from '@zapdeck/contract/wire/route';
import {
  addressWithoutSecrets,
  dataWithoutSecrets,
  withoutSecrets,
} from '@zapdeck/contract/wire/secrets-in-text';
import { desc, inArray, lte, or, sql, and, eq, gte } from 'drizzle-orm';
import type { errorLogsCsv } from '@zapdeck/contract/wire/csv-exports';
import type { Db } from '../../db/client.ts';
import { deleteBatch } from '../../db/delete-batches.ts';
import { type ListPage, inBatches } from '../../db/paging.ts';
import { errorLogs } from '../../db/schema/error-logs.table.ts';
import { type CsvColumns, fieldColumns } from '../../http/send-csv.ts';

const DAY_MS = 24 * 3_600_000;
/** At most 220 MB: a report has up to 22 kB. */
export const REPORTS_KEPT = 10_000;

interface GroupRow extends Record<string, unknown> {
  total: number;
  count: number;
  people: number;
  first_at: string;
  last_at: string;
  latest_id: string;
}

function presentErrorLog(row: typeof errorLogs.$inferSelect): ErrorLog {
  return {
    ...row,
    additionalData: row.additionalData as ErrorLog['additionalData'],
    createdAt: row.createdAt.toISOString(),
  };
}

function removeSecrets({ errorMessage, stackTrace, url, additionalData, ...rest }: ErrorReport): ErrorReport {
  return {
    ...rest,
    errorMessage: withoutSecrets(errorMessage),
    stackTrace: stackTrace == null ? null : withoutSecrets(stackTrace),
    url: url == null ? null : addressWithoutSecrets(url),
    additionalData:
      additionalData == null ? null : (dataWithoutSecrets(additionalData) as typeof additionalData),
  };
}

export async function storeErrorReport(
  db: Db,
  report: ErrorReport,
  { userId, now }: { userId: string | null; now: Date },
): Promise<void> {
  await db.insert(errorLogs).values({ ...removeSecrets(report), userId, createdAt: now });
}

/** Deletes a batch of old reports, and of reports beyond the newest REPORTS_KEPT. */
export function purgeErrorReports(db: Db, now: Date, days: number): Promise<number> {
  const isOld = lte(errorLogs.createdAt, new Date(now.getTime() - days * DAY_MS));
  const isSurplus = sql`(created_at, id) <= (
    SELECT created_at, id FROM error_logs ORDER BY created_at DESC, id DESC OFFSET ${REPORTS_KEPT} LIMIT 1)`;
  return deleteBatch(db, errorLogs, or(isOld, isSurplus));
}

export async function listErrorLogs(db: Db, { limit, offset }: PageQuery): Promise<ListPage<ErrorLog>> {
  const rows = await db
    .select()
    .from(errorLogs)
    .orderBy(desc(errorLogs.createdAt), desc(errorLogs.id))
    .limit(limit)
    .offset(offset);
  return { items: rows.map(presentErrorLog), total: await db.$count(errorLogs) };
}

export async function listErrorGroups(
  db: Db,
  { type, days, limit, offset }: QueryOf<typeof adminErrorGroups>,
  now: Date,
): Promise<ListPage<ErrorGroup>> {
  const since = new Date(now.getTime() - days * DAY_MS);
  // `count(DISTINCT …)` would sort every report.
  const { rows } = await db.execute<GroupRow>(sql`
    WITH by_person AS (
      SELECT error_type, error_message, user_id, count(*) AS times, min(created_at) AS first_at,
        max(created_at) AS last_at
      FROM error_logs WHERE created_at >= ${since} AND (${type} = 'all' OR error_type = ${type})
      GROUP BY error_type, error_message, user_id
    ), groups AS MATERIALIZED (
      SELECT error_type, error_message, sum(times)::int AS count, count(user_id)::int AS people,
        min(first_at) AS first_at, max(last_at) AS last_at
      FROM by_person GROUP BY error_type, error_message
    )
    SELECT (SELECT count(*)::int FROM groups) AS total, page.*, latest.id AS latest_id
    FROM (SELECT * FROM groups ORDER BY count DESC, last_at DESC, error_type, error_message
        LIMIT ${limit} OFFSET ${offset}) AS page,
      LATERAL (SELECT id FROM error_logs
        WHERE created_at = page.last_at AND error_type = page.error_type AND error_message = page.error_message
        ORDER BY id DESC LIMIT 1) AS latest
    ORDER BY count DESC, last_at DESC, page.error_type, page.error_message`);
  const ids = rows.map((row) => row.latest_id);
  const latest = ids.length === 0 ? [] : await db.select().from(errorLogs).where(inArray(errorLogs.id, ids));
  const byId = new Map(latest.map((row) => [row.id, presentErrorLog(row)]));
  const items = rows.flatMap(({ count: times, people, first_at, last_at, latest_id }) => {
    const report = byId.get(latest_id);
    if (!report) return [];
    const { errorType, errorMessage } = report;
    const span = { firstAt: new Date(first_at).toISOString(), lastAt: new Date(last_at).toISOString() };
    return [{ errorType, errorMessage, count: times, people, ...span, latest: report }];
  });
  return { items, total: rows[0]?.total ?? 0 };
}

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
