import { hiddenKinds } from '@zapdeck/contract/feed/hidden';
import { sql } from 'drizzle-orm';
import { check, index, pgEnum, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt } from '../columns.ts';
import { users } from './users.table.ts';

export const hiddenKind = pgEnum('hidden_kind', hiddenKinds);

/** Categories, tags and makers whose apps are not dealt to the user. Guests keep the rows at sign-up. */
export const hidden = pgTable(
  'hidden',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: hiddenKind('kind').notNull(),
    /** Category, tag, or id of the maker, because a handle can change. */
    value: text('value').notNull(),
    makerId: uuid('maker_id').references(() => users.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ name: 'hidden_pkey', columns: [table.userId, table.kind, table.value] }),
    index('hidden_maker_idx').on(table.makerId).where(sql`${table.makerId} IS NOT NULL`),
    check(
      'hidden_maker_is_value',
      sql`${table.makerId}::text IS NOT DISTINCT FROM CASE WHEN ${table.kind} = 'maker' THEN ${table.value} END`,
    ),
  ],
);
