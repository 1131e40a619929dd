import { boolean, index, pgTable } from 'drizzle-orm/pg-core';
import { createdAt, id } from '../columns.ts';

export const automaticHolds = pgTable(
  'automatic_holds',
  {
    id: id(),
    /** True for the hold that reached the limit, about which admins get a mail. */
    hasReachedLimit: boolean('has_reached_limit').notNull(),
    createdAt: createdAt(),
  },
  (table) => [index('automatic_holds_created_idx').on(table.createdAt)],
);
