import { boolean, index, pgTable } from 'drizzle-orm/pg-core';
import { createdAt, id } from '../columns.ts';

/** One row for each time that reports hid an app. Only the last hour is read, for the limit of holds per hour. */
export const automaticHolds = pgTable(
  'automatic_holds',
  {
    id: id(),
    /** True for the hold that reached the limit: admins are mailed about it. */
    hasReachedLimit: boolean('has_reached_limit').notNull(),
    createdAt: createdAt(),
  },
  (table) => [index('automatic_holds_created_idx').on(table.createdAt)],
);
