import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  doublePrecision,
  integer,
  pgEnum,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { moment, transactionId } from '../columns.ts';
import { users } from './users.table.ts';

/** The one row of what the feed knows of the whole catalogue. */
export const catalogue = pgTable(
  'catalogue',
  {
    id: boolean('id').primaryKey().default(true),
    /** Frontiers of an earlier epoch hold no more: a reset takes from people what they have seen, a deletion leaves no mark. */
    epoch: bigint('epoch', { mode: 'number' }).notNull().default(0),
    /** The last transaction that changed the places of all apps without a note at each, or what all people have seen. */
    allMovedXid: transactionId('all_moved_xid'),
    /** Both are counted by triggers on apps: those approved now, and those that were once and are not any more. */
    approvedApps: integer('approved_apps').notNull().default(0),
    withdrawnApps: integer('withdrawn_apps').notNull().default(0),
    /** Counted too, for the lists of admins. */
    pendingApps: integer('pending_apps').notNull().default(0),
    rejectedApps: integer('rejected_apps').notNull().default(0),
    /** Of the PostgreSQL whose transaction numbers the frontiers and apps carry. */
    systemIdentifier: text('system_identifier'),
  },
  (table) => [check('catalogue_one', sql`${table.id}`)],
);

/** How many apps each person has seen, withdrawn ones too; triggers on seen_apps count. */
export const seenCounts = pgTable('seen_counts', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  seen: integer('seen').notNull(),
});

export const feedRanking = pgEnum('feed_ranking', ['score', 'upvotes']);
export type FeedRanking = (typeof feedRanking.enumValues)[number];

/**
 * Above the position (rank, createdAt, appId), itself included, this person had seen every app in the order but those in
 * the gaps, in a snapshot in which every transaction before `asOf` had ended. Whatever changed since has a `movedXid`
 * from `asOf` on: the other gaps are what they were then, unless they were seen.
 */
export const feedFrontiers = pgTable(
  'feed_frontiers',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    ranking: feedRanking('ranking').notNull(),
    epoch: bigint('epoch', { mode: 'number' }).notNull(),
    asOf: transactionId('as_of').notNull(),
    rank: doublePrecision('rank').notNull(),
    createdAt: moment('created_at').notNull(),
    appId: uuid('app_id').notNull(),
    /** Of the apps in the gaps, all that a page asks of them: one list for each column. */
    gapIds: uuid('gap_ids').array().notNull(),
    gapCategories: text('gap_categories').array().notNull(),
    gapRanks: doublePrecision('gap_ranks').array().notNull(),
    gapTimes: moment('gap_times').array().notNull(),
    gapNumbers: bigint('gap_numbers', { mode: 'number' }).array().notNull(),
    /** No newcomer with this approval number or a lower one is left for this person. */
    newcomersAfter: bigint('newcomers_after', { mode: 'number' }).notNull().default(0),
  },
  (table) => [primaryKey({ name: 'feed_frontiers_pkey', columns: [table.userId, table.ranking] })],
);
