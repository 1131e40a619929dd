import { sql } from 'drizzle-orm';
import { boolean, index, pgTable, text, uuid, varchar } from 'drizzle-orm/pg-core';
import { moment } from '../columns.ts';
import { apps, frameStatus, listingColumns } from './apps.table.ts';
import { pictures } from './pictures.table.ts';

/** A separate table keeps the rows of apps small. */
export const appBaselines = pgTable(
  'app_baselines',
  {
    appId: uuid('app_id')
      .primaryKey()
      .references(() => apps.id, { onDelete: 'cascade' }),
    /** Null before approval, and for apps of older versions until their next check or edit. */
    approvedAt: moment('approved_at'),
    /** Null once the author is deleted and other texts replaced them. */
    ...listingColumns(),
    picture: varchar('picture', { length: 32 }).references(() => pictures.hash, { onDelete: 'set null' }),
    isPictureOwn: boolean('is_picture_own').notNull().default(false),
    host: text('host'),
    pageTitle: text('page_title'),
    frameStatus: frameStatus('frame_status'),
    parkedSign: text('parked_sign'),
    completedAt: moment('completed_at'),
    seenHost: text('seen_host'),
    seenPageTitle: text('seen_page_title'),
    seenParkedSign: text('seen_parked_sign'),
    pageChangedAt: moment('page_changed_at'),
    /** Time since which the app differs from the approved one, including a waiting address. */
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
