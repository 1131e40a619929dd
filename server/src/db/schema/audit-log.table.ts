import { index, jsonb, pgTable, uuid, varchar } from 'drizzle-orm/pg-core';
import type { AuditAction } from '@zapdeck/contract/instance/audit-log';
import { createdAt, id } from '../columns.ts';

export const auditLog = pgTable(
  'audit_log',
  {
    id: id(),
    /** No foreign key, so that entries outlast accounts. Null for the command line and Zapdeck itself. */
    actorId: uuid('actor_id'),
    action: varchar('action', { length: 50 }).$type<AuditAction>().notNull(),
    targetId: uuid('target_id'),
    before: jsonb('before'),
    after: jsonb('after'),
    createdAt: createdAt(),
  },
  (table) => [
    index('audit_log_created_idx').on(table.createdAt, table.id),
    index('audit_log_target_idx').on(table.targetId, table.createdAt),
    index('audit_log_actor_idx').on(table.actorId, table.createdAt, table.id),
    index('audit_log_action_idx').on(table.action, table.createdAt, table.id),
  ],
);
