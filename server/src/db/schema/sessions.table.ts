import type { Device } from '@zapdeck/contract/accounts/security-log';
import { boolean, index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { createdAt, moment } from '../columns.ts';
import { users } from './users.table.ts';

export const sessions = pgTable(
  'sessions',
  {
    /** SHA-256 of the cookie in hex. */
    sid: text('sid').primaryKey(),
    /** Names the session in lists. */
    id: uuid('id').notNull().defaultRandom(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Kind of device that signed in. Null for guests. */
    device: jsonb('device').$type<Device>(),
    /** Hash of the /24 or /48 of the sign-in. Null for guests. */
    network: text('network'),
    sess: jsonb('sess').notNull().default({}),
    createdAt: createdAt(),
    lastSeenAt: moment('last_seen_at').notNull().defaultNow(),
    expire: moment('expire').notNull(),
    /** When the owner last proved who they are. Null in sessions older than this column. */
    provedAt: moment('proved_at'),
    /** The owner has also used a second factor. */
    hasFactor: boolean('has_factor').notNull().default(false),
    /** Started by a sign-in with the platform provider. Only such a session has the claimed role of its owner. */
    isFromPlatform: boolean('is_from_platform').notNull().default(false),
    /** Started by a sign-in with Google. */
    isFromGoogle: boolean('is_from_google').notNull().default(false),
    /** Log position of the last write, stored only with replicas. */
    logPosition: text('log_position'),
  },
  (table) => [
    uniqueIndex('sessions_id_key').on(table.id),
    index('sessions_user_idx').on(table.userId),
    index('sessions_expire_idx').on(table.expire),
  ],
);
