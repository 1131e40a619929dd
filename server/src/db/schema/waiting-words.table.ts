import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, uuid, varchar } from 'drizzle-orm/pg-core';
import { createdAt } from '../columns.ts';
import { apps } from './apps.table.ts';
import { users } from './users.table.ts';

export const waitingWords = pgTable(
  'waiting_words',
  {
    appId: uuid('app_id')
      .primaryKey()
      .references(() => apps.id, { onDelete: 'cascade' }),
    title: varchar('title', { length: 100 }),
    description: text('description'),
    askedBy: uuid('asked_by')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (table) => [
    index('waiting_words_asked_by_idx').on(table.askedBy),
    check('waiting_words_any', sql`${table.title} IS NOT NULL OR ${table.description} IS NOT NULL`),
  ],
);
