import { sql } from 'drizzle-orm';
import { boolean, index, pgTable, text, uuid, varchar } from 'drizzle-orm/pg-core';
import { moment } from '../columns.ts';
import { apps, frameStatus } from './apps.table.ts';
import { pictures } from './pictures.table.ts';

/**
 * What an app was when it was approved, and what its page was seen to be since. Beside apps, so that the rows that the feed
 * reads stay small.
 */
export const appBaselines = pgTable(
  'app_baselines',
  {
    appId: uuid('app_id')
      .primaryKey()
      .references(() => apps.id, { onDelete: 'cascade' }),
    /** Null: not approved yet, or before this was kept; the next check or edit of an approved app then begins it. */
    approvedAt: moment('approved_at'),
    /** Words are null once the account of who wrote them is deleted and others stand in their place. */
    title: varchar('title', { length: 100 }),
    description: text('description'),
    category: varchar('category', { length: 50 }),
    tags: text('tags').array(),
    picture: varchar('picture', { length: 32 }).references(() => pictures.hash, { onDelete: 'set null' }),
    isPictureOwn: boolean('is_picture_own').notNull().default(false),
    /** Of the page: null until a check has found it. */
    host: text('host'),
    pageTitle: text('page_title'),
    frameStatus: frameStatus('frame_status'),
    parkedSign: text('parked_sign'),
    /** When a check completed it. */
    completedAt: moment('completed_at'),
    /** What the last check that reached the page has found there. */
    seenHost: text('seen_host'),
    seenPageTitle: text('seen_page_title'),
    seenParkedSign: text('seen_parked_sign'),
    /** When the page was last found to be another than the time before. */
    pageChangedAt: moment('page_changed_at'),
    /** Since when the app is not what was approved, an address that waits included; null while it is. */
    changedAt: moment('changed_at'),
  },
  (table) => [
    index('app_baselines_changed_idx')
      .on(table.changedAt, table.appId)
      .where(sql`${table.changedAt} IS NOT NULL`),
    index('app_baselines_picture_idx').on(table.picture).where(sql`${table.picture} IS NOT NULL`),
  ],
);

export type BaselineRow = typeof appBaselines.$inferSelect;
