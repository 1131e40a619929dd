import { sql } from 'drizzle-orm';
import { boolean, integer, jsonb, pgEnum, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { id, moment } from '../columns.ts';
import { users } from './users.table.ts';

export const algorithmType = pgEnum('algorithm_type', ['normal', 'semi_simple', 'simple']);

/** All settings, by kind. A change adds a version and retires the last one. The rows are the history. */
export const settings = pgTable(
  'settings',
  {
    id: id(),
    kind: text('kind').notNull(),
    /** Fields of the kind by name. Missing ones and null stand for the value of a new instance. */
    values: jsonb('values').$type<Readonly<Record<string, unknown>>>().notNull().default({}),
    version: integer('version').notNull().default(1),
    isActive: boolean('is_active').notNull().default(true),
    savedBy: uuid('saved_by').references(() => users.id, { onDelete: 'set null' }),
    savedAt: moment('saved_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('settings_version_key').on(table.kind, table.version),
    uniqueIndex('settings_active_key').on(table.kind).where(sql`${table.isActive}`),
  ],
);
