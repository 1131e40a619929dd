import { sql } from 'drizzle-orm';
import { boolean, check, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { users } from './users.table.ts';

export const catalogue = pgTable(
  'catalogue',
  {
    id: boolean('id').primaryKey().default(true),
    /** Kept by triggers on `apps`. Withdrawn apps were approved once. */
    approvedApps: integer('approved_apps').notNull().default(0),
    withdrawnApps: integer('withdrawn_apps').notNull().default(0),
    pendingApps: integer('pending_apps').notNull().default(0),
    rejectedApps: integer('rejected_apps').notNull().default(0),
    systemIdentifier: text('system_identifier'),
  },
  (table) => [check('catalogue_one', sql`${table.id}`)],
);

/** Number of seen apps per user, including withdrawn ones. Kept by triggers. */
export const seenCounts = pgTable('seen_counts', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  seen: integer('seen').notNull(),
  /** Highest number before seen apps were deleted, for example by clearing the history. */
  mostBefore: integer('most_before').notNull().default(0),
});
