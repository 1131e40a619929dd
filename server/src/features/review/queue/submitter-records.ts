import type { StatusCounts } from '@zapdeck/contract/apps/app-numbers';
import { sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';

export async function readRecords(db: Db, submitters: Iterable<string>): Promise<Map<string, StatusCounts>> {
  const { rows } = await db.execute<StatusCounts & { submitter: string }>(sql`
    SELECT submitted_by AS submitter, (count(*) FILTER (WHERE status = 'approved'))::int AS approved,
      (count(*) FILTER (WHERE status = 'pending'))::int AS pending,
      (count(*) FILTER (WHERE status = 'rejected' AND withdrawn_at IS NULL))::int AS rejected
    FROM apps WHERE submitted_by = ANY(${sql.param([...submitters])}::uuid[]) GROUP BY submitted_by`);
  return new Map(rows.map(({ submitter, ...record }) => [submitter, record]));
}
