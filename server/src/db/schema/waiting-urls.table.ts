import { index, pgTable, text, uniqueIndex, uuid, varchar } from 'drizzle-orm/pg-core';
import { createdAt } from '../columns.ts';
import { apps } from './apps.table.ts';
import { users } from './users.table.ts';

export const waitingUrls = pgTable(
  'waiting_urls',
  {
    appId: uuid('app_id')
      .primaryKey()
      .references(() => apps.id, { onDelete: 'cascade' }),
    url: varchar('url', { length: 2048 }).notNull(),
    urlKey: text('url_key').notNull().default(''),
    askedBy: uuid('asked_by')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('waiting_urls_url_key').on(table.url),
    uniqueIndex('waiting_urls_duplicate_key').on(table.urlKey),
    index('waiting_urls_asked_by_idx').on(table.askedBy),
  ],
);
