import { sql } from 'drizzle-orm';
import { boolean, date, index, pgEnum, pgTable, primaryKey, uuid, varchar } from 'drizzle-orm/pg-core';
import { moment } from '../columns.ts';
import { apps } from './apps.table.ts';
import { users } from './users.table.ts';

/** Optional mails that users chose. Without a row, the defaults apply. */
export const mailPreferences = pgTable(
  'mail_preferences',
  {
    userId: uuid('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    milestones: boolean('milestones').notNull().default(true),
    weekly: boolean('weekly').notNull().default(false),
    /** Stored in plain text, because every mail contains it. It can only end these mails. */
    unsubscribeToken: varchar('unsubscribe_token', { length: 43 }).notNull().unique(),
    weeklyQueuedFor: date('weekly_queued_for'),
  },
  (table) => [
    index('mail_preferences_weekly_idx').on(table.weeklyQueuedFor, table.userId).where(sql`${table.weekly}`),
  ],
);

export const milestone = pgEnum('milestone', ['likes', 'views']);

/** Milestones of apps. Inserting a row queues its mail. */
export const appMilestones = pgTable(
  'app_milestones',
  {
    appId: uuid('app_id')
      .notNull()
      .references(() => apps.id, { onDelete: 'cascade' }),
    milestone: milestone('milestone').notNull(),
    reachedAt: moment('reached_at').notNull(),
  },
  (table) => [primaryKey({ name: 'app_milestones_pkey', columns: [table.appId, table.milestone] })],
);
