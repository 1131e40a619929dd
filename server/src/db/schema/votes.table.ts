import { boolean, index, pgEnum, pgTable, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id } from '../columns.ts';
import { apps } from './apps.table.ts';
import { users } from './users.table.ts';

export const voteType = pgEnum('vote_type', ['up', 'down']);

export const votes = pgTable(
  'votes',
  {
    id: id(),
    appId: uuid('app_id')
      .notNull()
      .references(() => apps.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    voteType: voteType('vote_type').notNull(),
    /** True once the voter has viewed the app for a second in an impartial deck. A job checks only likes. */
    isSeenInDeck: boolean('is_seen_in_deck').notNull().default(false),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('votes_user_app_key').on(table.userId, table.appId),
    index('votes_app_type_idx').on(table.appId, table.voteType, table.createdAt),
    index('votes_created_idx').on(table.createdAt, table.voteType),
    index('votes_liked_idx').on(table.userId, table.voteType, table.createdAt),
  ],
);
