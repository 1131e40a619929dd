import { sql } from 'drizzle-orm';
import { check, date, integer, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';

/** Views of an app per UTC day. Without a foreign key, so that the past outlasts apps and interactions. */
export const dailyViews = pgTable(
  'daily_views',
  {
    day: date('day').notNull(),
    appId: uuid('app_id').notNull(),
    views: integer('views').notNull(),
    /** Views of these that were of an early card of the viewer. */
    earlyViews: integer('early_views').notNull().default(0),
  },
  (table) => [
    primaryKey({ name: 'daily_views_pkey', columns: [table.day, table.appId] }),
    check('daily_views_positive', sql`${table.views} > 0`),
    check('daily_views_early', sql`${table.earlyViews} BETWEEN 0 AND ${table.views}`),
  ],
);
