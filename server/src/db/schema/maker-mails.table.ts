import { sql } from 'drizzle-orm';
import { boolean, date, index, pgEnum, pgTable, primaryKey, uuid, varchar } from 'drizzle-orm/pg-core';
import { moment } from '../columns.ts';
import { apps } from './apps.table.ts';
import { users } from './users.table.ts';

/** Which mails somebody wants, beside those about their account and their submissions. No row: as it is from the start. */
export const mailPreferences = pgTable(
  'mail_preferences',
  {
    userId: uuid('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    milestones: boolean('milestones').notNull().default(true),
    weekly: boolean('weekly').notNull().default(false),
    /** Stands in every mail, so it is kept as it is: it ends these mails, and is good for nothing else. */
    unsubscribeToken: varchar('unsubscribe_token', { length: 43 }).notNull().unique(),
    /** The Monday of the last week that a summary was queued for. */
    weeklyQueuedFor: date('weekly_queued_for'),
  },
  (table) => [
    index('mail_preferences_weekly_idx').on(table.weeklyQueuedFor, table.userId).where(sql`${table.weekly}`),
  ],
);

export const milestone = pgEnum('milestone', ['likes', 'views']);

/** What an app has reached, once and for all: whoever writes the row has the mail queued. */
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
