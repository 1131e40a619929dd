import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgEnum, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, moment } from '../columns.ts';
import { apps } from './apps.table.ts';
import { users } from './users.table.ts';

export const interactionType = pgEnum('interaction_type', ['view', 'swipe', 'like', 'dislike', 'skip']);

const appId = () =>
  uuid('app_id')
    .notNull()
    .references(() => apps.id, { onDelete: 'cascade' });
const userId = () =>
  uuid('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

export const userAppInteractions = pgTable(
  'user_app_interactions',
  {
    id: id(),
    userId: userId(),
    appId: appId(),
    interactionType: interactionType('interaction_type').notNull(),
    duration: integer('duration').notNull().default(0),
    createdAt: createdAt(),
  },
  (table) => [
    index('interactions_user_idx').on(table.userId),
    index('interactions_app_idx').on(table.appId, table.interactionType),
    check('interactions_duration_positive', sql`${table.duration} >= 0`),
  ],
);

export const seenApps = pgTable(
  'seen_apps',
  {
    userId: userId(),
    appId: appId(),
    lastViewedAt: moment('last_viewed_at').notNull().defaultNow(),
    viewCountedAt: moment('view_counted_at'),
    /** True once the user has viewed the app for a second. False after a faster swipe. */
    isViewed: boolean('is_viewed').notNull().default(false),
  },
  (table) => [
    primaryKey({ name: 'seen_apps_pkey', columns: [table.userId, table.appId] }),
    index('seen_apps_recycle_idx').on(table.userId, table.lastViewedAt, table.appId),
    index('seen_apps_app_idx').on(table.appId),
  ],
);

/** Counted views of apps in a cleared history. They do not count again within the view window. */
export const clearedViews = pgTable(
  'cleared_views',
  {
    userId: userId(),
    /** Not a reference: the deletion of the app and the clearing of the history would wait for each other. */
    appId: uuid('app_id').notNull(),
    viewCountedAt: moment('view_counted_at').notNull(),
  },
  (table) => [
    primaryKey({ name: 'cleared_views_pkey', columns: [table.userId, table.appId] }),
    index('cleared_views_counted_idx').on(table.viewCountedAt),
  ],
);

const batch = () => ({ userId: userId(), batchId: uuid('batch_id').notNull(), createdAt: createdAt() });

export const interactionBatches = pgTable('interaction_batches', batch(), (table) => [
  primaryKey({ name: 'interaction_batches_pkey', columns: [table.userId, table.batchId] }),
  index('interaction_batches_created_idx').on(table.createdAt),
]);

export const durationBatches = pgTable('duration_batches', batch(), (table) => [
  primaryKey({ name: 'duration_batches_pkey', columns: [table.userId, table.batchId] }),
  index('duration_batches_created_idx').on(table.createdAt),
]);
