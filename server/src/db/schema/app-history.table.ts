import type { FrameReason } from '@zapdeck/contract/frames/frame-reasons';
import { sql } from 'drizzle-orm';
import { index, jsonb, pgTable, uuid, varchar } from 'drizzle-orm/pg-core';
import type { AuditAction } from '@zapdeck/contract/instance/audit-log';
import { createdAt, id } from '../columns.ts';
import { apps, frameStatus } from './apps.table.ts';

export const frameChanges = pgTable(
  'frame_changes',
  {
    id: id(),
    appId: uuid('app_id')
      .notNull()
      .references(() => apps.id, { onDelete: 'cascade' }),
    frameStatus: frameStatus('frame_status').notNull(),
    frameReason: jsonb('frame_reason').$type<FrameReason>(),
    createdAt: createdAt(),
  },
  (table) => [index('frame_changes_app_idx').on(table.appId, table.createdAt)],
);

/** Each event has the id of its audit entry. */
export const appEvents = pgTable(
  'app_events',
  {
    id: id(),
    appId: uuid('app_id')
      .notNull()
      .references(() => apps.id, { onDelete: 'cascade' }),
    action: varchar('action', { length: 50 }).$type<AuditAction>().notNull(),
    /** No foreign key, as in the audit log. Null for the command line and Zapdeck itself. */
    actorId: uuid('actor_id'),
    before: jsonb('before'),
    after: jsonb('after'),
    createdAt: createdAt(),
  },
  (table) => [
    index('app_events_app_idx').on(table.appId, table.createdAt),
    // Not IN, which a restored index would have in another form.
    index('app_events_waiting_idx')
      .on(table.appId, table.createdAt)
      .where(sql`${table.action} = 'app.held' OR ${table.action} = 'app.resubmitted'`),
  ],
);
