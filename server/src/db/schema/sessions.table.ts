import { boolean, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, moment } from '../columns.ts';
import { users } from './users.table.ts';

export const sessions = pgTable(
  'sessions',
  {
    /** SHA-256 of the cookie in hex. */
    sid: text('sid').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    sess: jsonb('sess').notNull().default({}),
    createdAt: createdAt(),
    lastSeenAt: moment('last_seen_at').notNull().defaultNow(),
    expire: moment('expire').notNull(),
    /** When the owner last proved who they are. Null in sessions older than this column. */
    provedAt: moment('proved_at'),
    /** The owner has also used a second factor. */
    hasFactor: boolean('has_factor').notNull().default(false),
    /** Log position of the last write, stored only with replicas. */
    logPosition: text('log_position'),
  },
  (table) => [index('sessions_user_idx').on(table.userId), index('sessions_expire_idx').on(table.expire)],
);
