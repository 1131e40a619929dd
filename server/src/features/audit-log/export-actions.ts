import type { AuditEntry } from '@zapdeck/contract/audit-log';
import type { auditLogCsv } from '@zapdeck/contract/csv-exports';
import type { QueryOf } from '@zapdeck/contract/route';
import { and } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { inBatches } from '../../db/paging.ts';
import { auditLog } from '../../db/schema/audit-log.table.ts';
import type { CsvColumns } from '../../http/send-csv.ts';
import { fits, presentAction, selectActions } from './audit-log.ts';

const jsonOf = (values: AuditEntry['before']) => values && JSON.stringify(values);

/** What stands in the file of the log. */
export const actionColumns: CsvColumns<AuditEntry> = {
  id: ({ id }) => id,
  createdAt: ({ createdAt }) => createdAt,
  action: ({ action }) => action,
  actorId: ({ actor }) => actor && actor.id,
  actorName: ({ actor }) => actor && actor.firstName,
  actorEmail: ({ actor }) => actor && actor.email,
  targetId: ({ targetId }) => targetId,
  targetName: ({ targetName }) => targetName,
  before: ({ before }) => jsonOf(before),
  after: ({ after }) => jsonOf(after),
};

/** Every entry that the filters let through, in batches. */
export async function* exportActions(
  db: Db,
  query: QueryOf<typeof auditLogCsv>,
): AsyncGenerator<AuditEntry[]> {
  const batches = inBatches(
    auditLog,
    ({ isBehind, limit }) => selectActions(db, and(fits(query), isBehind)).limit(limit),
    ({ entry }) => entry,
  );
  for await (const rows of batches) yield rows.map(presentAction);
}
