import type { Device } from '@zapdeck/contract/accounts/security-log';
import { boolean, index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { createdAt, moment } from '../columns.ts';
import { users } from './users.table.ts';

export const sessions = pgTable(
  'sessions',
  {
    sid: text('sid').primaryKey(),
    id: uuid('id').notNull().defaultRandom(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    device: jsonb('device').$type<Device>(),
    /** Hash of the /24 or /48 of the sign-in. Null for guests. */
    network: text('network'),
    sess: jsonb('sess').notNull().default({}),
    createdAt: createdAt(),
    lastSeenAt: moment('last_seen_at').notNull().defaultNow(),
    expire: moment('expire').notNull(),
    provedAt: moment('proved_at'),
    hasFactor: boolean('has_factor').notNull().default(false),
    /** Only a session from the platform provider has the claimed role. */
    isFromPlatform: boolean('is_from_platform').notNull().default(false),
    isFromGoogle: boolean('is_from_google').notNull().default(false),
    logPosition: text('log_position'),
  },
  (table) => [
    uniqueIndex('sessions_id_key').on(table.id),
    index('sessions_user_idx').on(table.userId),
    index('sessions_expire_idx').on(table.expire),
  ],
);
