import { sql } from 'drizzle-orm';
import { boolean, check, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { users } from './users.table.ts';

/** Counts of the whole catalogue, in one row. */
export const catalogue = pgTable(
  'catalogue',
  {
    id: boolean('id').primaryKey().default(true),
    /** Triggers on `apps` count all four. Withdrawn apps were approved once and no longer are. */
    approvedApps: integer('approved_apps').notNull().default(0),
    withdrawnApps: integer('withdrawn_apps').notNull().default(0),
    pendingApps: integer('pending_apps').notNull().default(0),
    rejectedApps: integer('rejected_apps').notNull().default(0),
    /** Identifier of the PostgreSQL server whose log positions the sessions carry. */
    systemIdentifier: text('system_identifier'),
  },
  (table) => [check('catalogue_one', sql`${table.id}`)],
);

/** How many apps each person has seen, withdrawn ones too; triggers on seen_apps count. */
export const seenCounts = pgTable('seen_counts', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  seen: integer('seen').notNull(),
});
