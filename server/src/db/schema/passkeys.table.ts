import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  pgTable,
  text,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core';
import { createdAt, id, moment } from '../columns.ts';
import { users } from './users.table.ts';

export const passkeys = pgTable(
  'passkeys',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Chosen by the device, in base64url. */
    credentialId: text('credential_id').notNull(),
    publicKey: text('public_key').notNull(),
    /** Signatures counted by the device. Synced passkeys stay at 0. */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    transports: text('transports').array().notNull(),
    name: varchar('name', { length: 50 }),
    isSynced: boolean('is_synced').notNull(),
    createdAt: createdAt(),
    lastUsedAt: moment('last_used_at'),
  },
  (table) => [
    uniqueIndex('passkeys_credential_key').on(table.credentialId),
    index('passkeys_user_idx').on(table.userId),
    check('passkeys_counter_positive', sql`${table.counter} >= 0`),
  ],
);

export type PasskeyRow = typeof passkeys.$inferSelect;

/** Challenges for devices. Used ones are deleted; those for a sign-in are stored only when used, until they expire. */
export const passkeyChallenges = pgTable(
  'passkey_challenges',
  {
    hash: text('hash').primaryKey(),
    purpose: text('purpose', { enum: ['enrol', 'sign_in', 'prove'] }).notNull(),
    sid: text('sid'),
    createdAt: createdAt(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    uniqueIndex('passkey_challenges_session_key').on(table.sid, table.purpose),
    index('passkey_challenges_expires_idx').on(table.expiresAt),
    check('passkey_challenges_of_session', sql`(${table.sid} IS NULL) = (${table.purpose} = 'sign_in')`),
  ],
);
