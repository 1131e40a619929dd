import type { AuditEntry } from '@zapdeck/contract/instance/audit-log';
import type { auditLogCsv } from '@zapdeck/contract/wire/csv-exports';
import type { QueryOf } from '@zapdeck/contract/wire/route';
import { DEFAULT_LANGUAGE } from '@zapdeck/contract/wire/languages';
import type { Db } from '../../db/client.ts';
import { inBatches } from '../../db/paging.ts';
import { auditLog } from '../../db/schema/audit-log.table.ts';
import { type CsvColumns, fieldColumns } from '../../http/send-csv.ts';
import { auditLogFilter, presentAction, selectActions } from './audit-log.ts';

const jsonOf = (values: AuditEntry['before']) => values && JSON.stringify(values);

export const actionColumns: CsvColumns<AuditEntry> = {
  ...fieldColumns('id', 'createdAt', 'action'),
  actorId: ({ actor }) => actor && actor.id,
  actorName: ({ actor }) => actor && actor.firstName,
  actorEmail: ({ actor }) => actor && actor.email,
  ...fieldColumns('targetId', 'targetName'),
  before: ({ before }) => jsonOf(before),
  after: ({ after }) => jsonOf(after),
};

export const exportActions = (db: Db, query: QueryOf<typeof auditLogCsv>) =>
  inBatches({
    select: selectActions,
    table: auditLog,
    condition: auditLogFilter(query),
    db,
    placeOf: ({ entry }) => entry,
    present: (rows) => rows.map((row) => presentAction(row, DEFAULT_LANGUAGE)),
  });
