import { boolean, pgTable, text, uuid, varchar } from 'drizzle-orm/pg-core';
import { moment } from '../columns.ts';
import { apps } from './apps.table.ts';

/** What is known of the search for an app's picture. Beside apps, so that the rows that the feed reads stay small. */
export const pictureLooks = pgTable('picture_looks', {
  appId: uuid('app_id')
    .primaryKey()
    .references(() => apps.id, { onDelete: 'cascade' }),
  /** False once an admin has taken the picture away: then nothing is looked for. */
  isAllowed: boolean('is_allowed').notNull().default(true),
  /** Whether the app's maker has uploaded its picture: then nothing is looked for either. */
  isOwn: boolean('is_own').notNull().default(false),
  /** A hash of the addresses that the page named when they were last looked at. */
  lookedFor: varchar('looked_for', { length: 32 }),
  lookedAt: moment('looked_at'),
  /** The host of the page that the app's picture is of. */
  host: text('host'),
  /** A hash of the bytes that it was made from, so that the same ones are not decoded again. */
  madeFrom: varchar('made_from', { length: 32 }),
});
