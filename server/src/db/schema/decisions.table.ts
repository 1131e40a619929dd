import type { AppStatus } from '@zapdeck/contract/apps/apps';
import type { Decision } from '@zapdeck/contract/moderation/decisions';
import { sql } from 'drizzle-orm';
import { index, jsonb, pgTable, text, uuid, varchar } from 'drizzle-orm/pg-core';
import { createdAt, id, moment } from '../columns.ts';
import { users } from './users.table.ts';

const moderatorId = () => uuid('moderator_id').references(() => users.id, { onDelete: 'set null' });

export const decisionBatches = pgTable(
  'decision_batches',
  {
    id: id(),
    moderatorId: moderatorId(),
    /** Mails about the decisions wait until this time. It is minutes ahead while more parts are being stored. */
    undoableUntil: moment('undoable_until').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index('decision_batches_moderator_idx')
      .on(table.moderatorId)
      .where(sql`${table.moderatorId} IS NOT NULL`),
  ],
);

export interface RestoredByUndo {
  status: AppStatus;
  reviewReason: string | null;
  reviewedAt: Date | null;
  heldAt: Date | null;
  waitingUrl: string | null;
  waitingTitle: string | null;
  waitingDescription: string | null;
  waitingVersion: string | null;
}

export const decisions = pgTable(
  'decisions',
  {
    id: id(),
    appId: uuid('app_id').notNull(),
    moderatorId: moderatorId(),
    batchId: uuid('batch_id'),
    /** Null if only the reports of the app were closed. */
    decision: varchar('decision', { length: 8 }).$type<Decision>(),
    reason: text('reason'),
    restores: jsonb('restores').$type<RestoredByUndo>(),
    createdAt: createdAt(),
    undoneAt: moment('undone_at'),
  },
  (table) => [
    index('decisions_app_idx').on(table.appId, table.createdAt),
    index('decisions_batch_idx').on(table.batchId).where(sql`${table.batchId} IS NOT NULL`),
    index('decisions_moderator_idx').on(table.moderatorId).where(sql`${table.moderatorId} IS NOT NULL`),
  ],
);
