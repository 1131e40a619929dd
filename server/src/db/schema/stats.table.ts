import { sql } from 'drizzle-orm';
import { check, date, integer, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';

/** Views of an app per UTC day. Without a foreign key, so that the past outlasts apps and interactions. */
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
