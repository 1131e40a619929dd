import { pgTable, text, uuid, varchar } from 'drizzle-orm/pg-core';
import { createdAt, updatedAt } from '../columns.ts';
import { users } from './users.table.ts';

export const makerPages = pgTable('maker_pages', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  name: varchar('name', { length: 60 }).notNull(),
  line: varchar('line', { length: 160 }).notNull(),
  links: text('links').array().notNull(),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});
