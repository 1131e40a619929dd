import { doublePrecision, index, integer, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { createdAt, moment } from '../columns.ts';
import { apps } from './apps.table.ts';
import { users } from './users.table.ts';

const appReference = (name: string) =>
  uuid(name)
    .notNull()
    .references(() => apps.id, { onDelete: 'cascade' });

/**
 * Strongest pairs of an app: apps that people like together more often than expected. In one row, because they are read
 * and computed together. A deleted app stays in the lists of others until the next computation.
 */
export const strongestPairs = pgTable('strongest_pairs', {
  appId: appReference('app_id').primaryKey(),
  otherIds: uuid('other_ids').array().notNull(),
  lifts: doublePrecision('lifts').array().notNull(),
});

/** Liked apps, with the time at which their pairs are recomputed. */
export const pairedApps = pgTable(
  'paired_apps',
  {
    appId: appReference('app_id').primaryKey(),
    likes: integer('likes').notNull(),
    weight: doublePrecision('weight').notNull().default(0),
    dueAt: moment('due_at').notNull(),
  },
  (table) => [index('paired_apps_due_idx').on(table.dueAt)],
);

/** One row per changed like until a job reads it. No key, so that votes never wait for each other or the job. */
export const changedLikes = pgTable('changed_likes', { appId: uuid('app_id').notNull() });

/** Apps of which a member wants fewer in the deck `for-you`. */
export const avoidedApps = pgTable(
  'avoided_apps',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    appId: appReference('app_id'),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ name: 'avoided_apps_pkey', columns: [table.userId, table.appId] }),
    index('avoided_apps_app_idx').on(table.appId),
  ],
);
