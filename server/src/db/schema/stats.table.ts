import { sql } from 'drizzle-orm';
import { check, date, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { moment } from '../columns.ts';

/** Views of an app per UTC day. No foreign key, so that they outlast apps and interactions. */
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

/** Purges of old data whose last run failed. */
export const failingPurges = pgTable('failing_purges', {
  name: text('name').primaryKey(),
  since: moment('since').notNull(),
});
