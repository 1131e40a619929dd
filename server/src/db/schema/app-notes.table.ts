import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id } from '../columns.ts';
import { apps } from './apps.table.ts';
import { users } from './users.table.ts';

export const appNotes = pgTable(
  'app_notes',
  {
    id: id(),
    appId: uuid('app_id')
      .notNull()
      .references(() => apps.id, { onDelete: 'cascade' }),
    authorId: uuid('author_id').references(() => users.id, { onDelete: 'set null' }),
    text: text('text').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index('app_notes_app_idx').on(table.appId, table.createdAt),
    index('app_notes_author_idx').on(table.authorId),
  ],
);
