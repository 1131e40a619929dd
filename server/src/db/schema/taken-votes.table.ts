import { boolean, index, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { bytes, moment } from '../columns.ts';
import { apps } from './apps.table.ts';
import { users } from './users.table.ts';
import { takebackId } from './vote-groups.table.ts';
import { voteType } from './votes.table.ts';

/** Votes that were taken back, in their earlier state. An undo moves them to `votes`. */
export const takenVotes = pgTable(
  'taken_votes',
  {
    takebackId: takebackId(),
    appId: uuid('app_id')
      .notNull()
      .references(() => apps.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    voteId: uuid('vote_id').notNull(),
    voteType: voteType('vote_type').notNull(),
    isSeenInDeck: boolean('is_seen_in_deck').notNull().default(false),
    /** As in `vote_networks`. Null if unknown, and once the vote is 60 days old. */
    network: bytes('network'),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    primaryKey({ name: 'taken_votes_pkey', columns: [table.takebackId, table.appId, table.userId] }),
    index('taken_votes_app_idx').on(table.appId),
    index('taken_votes_user_idx').on(table.userId),
  ],
);
