import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  uuid,
} from 'drizzle-orm/pg-core';
import { bytes, moment } from '../columns.ts';
import { users } from './users.table.ts';
import { votes } from './votes.table.ts';

/** Network from which a vote was cast or last changed. Deleted with the vote and after 60 days. */
export const voteNetworks = pgTable(
  'vote_networks',
  {
    userId: uuid('user_id').notNull(),
    appId: uuid('app_id').notNull(),
    /** Hash of the /24 or /48; see `hashForMonth`. */
    network: bytes('network').notNull(),
    votedAt: moment('voted_at').notNull(),
  },
  (table) => [
    primaryKey({ name: 'vote_networks_pkey', columns: [table.userId, table.appId] }),
    foreignKey({
      name: 'vote_networks_vote_fk',
      columns: [table.userId, table.appId],
      foreignColumns: [votes.userId, votes.appId],
    }).onDelete('cascade'),
    index('vote_networks_network_idx').on(table.network, table.userId),
  ],
);

/**
 * Views of a second or more of cards dealt by `best` or `trending`, one per account and app. Decks count them, and likes
 * only with them. Deleted after 14 days.
 */
export const dealtViews = pgTable(
  'dealt_views',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Not a reference, so that a view does not lock an app for which it does not count. */
    appId: uuid('app_id').notNull(),
    network: bytes('network'),
    viewedAt: moment('viewed_at').notNull(),
  },
  (table) => [
    primaryKey({ name: 'dealt_views_pkey', columns: [table.userId, table.appId] }),
    index('dealt_views_time_idx').using('brin', table.viewedAt),
  ],
);

/** Facts about networks and votes for admins. The job of the deck `trending` counts the votes. */
export const trustState = pgTable(
  'trust_state',
  {
    isOnly: boolean('is_only').primaryKey().default(true),
    likes: integer('likes').notNull().default(0),
    /** UTC dates on which one network had more than half of the trusted likes. Likes of these days keep full weight. */
    crowdedDays: date('crowded_days', { mode: 'string' }).array().notNull().default(sql`'{}'`),
    computedAt: moment('computed_at'),
    /** Last time that a network used up its hourly sign-ups, or null. */
    signupsUsedUpAt: moment('signups_used_up_at'),
  },
  (table) => [check('trust_state_is_only', sql`${table.isOnly}`)],
);
