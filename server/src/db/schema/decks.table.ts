import { deckKinds } from '@zapdeck/contract/feed/decks';
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  customType,
  date,
  index,
  integer,
  jsonb,
  pgEnum,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { moment } from '../columns.ts';
import { algorithmType } from './settings.table.ts';
import { users } from './users.table.ts';

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

export const deckKind = pgEnum('deck_kind', deckKinds);

/** Decks with at least one stored page. Guests keep them at sign-up, because the user row stays. */
export const decks = pgTable(
  'decks',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: deckKind('kind').notNull(),
    value: text('value'),
    algorithm: algorithmType('algorithm').notNull(),
    isRecycling: boolean('is_recycling').notNull(),
    startedAt: moment('started_at').notNull(),
    /** UTC date of the start, which is the partition of all its pages. */
    day: date('day', { mode: 'string' }).notNull(),
  },
  (table) => [index('decks_user_idx').on(table.userId), index('decks_day_idx').on(table.day)],
);

/** Pages, also the deal log. Partitioned by `day`; a job creates and drops partitions. Ids of deleted apps stay. */
export const deckPages = pgTable(
  'deck_pages',
  {
    deckId: uuid('deck_id')
      .notNull()
      .references(() => decks.id, { onDelete: 'cascade' }),
    day: date('day', { mode: 'string' }).notNull(),
    page: integer('page').notNull(),
    appIds: uuid('app_ids').array().notNull(),
    reasons: text('reasons').notNull(),
    /** For each app, the liked app that leads to it, or NULL. Only in the deck `for-you`. Ids of deleted apps stay. */
    because: uuid('because').array(),
    /** Time of the request that stored the page. For a first page: of its first view or the second page. */
    dealtAt: moment('dealt_at').notNull(),
  },
  (table) => [
    primaryKey({ name: 'deck_pages_pkey', columns: [table.deckId, table.page, table.day] }),
    index('deck_pages_dealt_idx').on(table.dealtAt),
  ],
);

/** Number of times that an app was dealt per UTC day and reason. Survives deleted pages and apps. */
export const dealTotals = pgTable(
  'deal_totals',
  {
    day: date('day', { mode: 'string' }).notNull(),
    appId: uuid('app_id').notNull(),
    reason: text('reason').notNull(),
    dealt: integer('dealt').notNull(),
  },
  (table) => [primaryKey({ name: 'deal_totals_pkey', columns: [table.day, table.appId, table.reason] })],
);

export const dealsCounted = pgTable(
  'deals_counted',
  {
    isOnly: boolean('is_only').primaryKey().default(true),
    until: moment('until').notNull(),
  },
  (table) => [check('deals_counted_is_only', sql`${table.isOnly}`)],
);

/** Cache of the next cards of a deck. Unlogged: empty after a crash or failover, and then recomputed. */
export const hands = pgTable('hands', {
  deckId: uuid('deck_id')
    .primaryKey()
    .references(() => decks.id, { onDelete: 'cascade' }),
  page: integer('page').notNull(),
  pageSize: integer('page_size').notNull(),
  appIds: uuid('app_ids').array().notNull(),
  reasons: text('reasons').notNull(),
  because: uuid('because').array(),
  taken: integer('taken').notNull(),
  hasMore: boolean('has_more').notNull(),
  /** Position above which all fresh apps have been dealt or are in this hand. */
  resumeAt: jsonb('resume_at'),
  fromTopAt: moment('from_top_at').notNull(),
  /** True if the hand has reached apps in languages that the viewer does not read. `resumeAt` is then among these. */
  isOthers: boolean('is_others').notNull().default(false),
});

/** HMAC key for cursors: one row, created by the migration and shared by all nodes. */
export const cursorKey = pgTable(
  'cursor_key',
  {
    isOnly: boolean('is_only').primaryKey().default(true),
    key: bytes('key')
      .notNull()
      .default(sql`sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()))`),
  },
  (table) => [check('cursor_key_is_only', sql`${table.isOnly}`)],
);
