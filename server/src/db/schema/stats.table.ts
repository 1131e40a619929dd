import { sql } from 'drizzle-orm';
import { check, date, integer, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';

/**
 * By how much an app's views grew on a day, by UTC. Written with the views themselves, and without a reference to the
 * app, so that the past stays what it was when an app goes or a clean-up deletes interactions.
 */
export const dailyViews = pgTable(
  'daily_views',
  {
    day: date('day').notNull(),
    appId: uuid('app_id').notNull(),
    views: integer('views').notNull(),
  },
  (table) => [
    primaryKey({ name: 'daily_views_pkey', columns: [table.day, table.appId] }),
    check('daily_views_positive', sql`${table.views} > 0`),
  ],
);
