import { boolean, pgTable, text, uuid, varchar } from 'drizzle-orm/pg-core';
import { moment } from '../columns.ts';
import { apps } from './apps.table.ts';

export const pictureLooks = pgTable('picture_looks', {
  appId: uuid('app_id')
    .primaryKey()
    .references(() => apps.id, { onDelete: 'cascade' }),
  /** False after an admin removed the picture, which ends the search. */
  isAllowed: boolean('is_allowed').notNull().default(true),
  isOwn: boolean('is_own').notNull().default(false),
  lookedFor: varchar('looked_for', { length: 32 }),
  lookedAt: moment('looked_at'),
  host: text('host'),
  /** Hash of the source file, so that it is not decoded again. */
  madeFrom: varchar('made_from', { length: 32 }),
});
