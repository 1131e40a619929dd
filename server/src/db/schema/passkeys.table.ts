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
    /** COSE key in base64url. */
    publicKey: text('public_key').notNull(),
    /** Signatures counted by the device. Synced passkeys stay at 0. */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    /** Ways to reach the device, as reported by its browser. */
    transports: text('transports').array().notNull(),
    /** Null until the owner names it. */
    name: varchar('name', { length: 50 }),
    /** True if the passkey is copied to other devices of its owner. */
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

/**
 * Challenges for devices. An answer deletes one for enrolment or proof. One for a sign-in is stored when answered, until
 * it expires.
 */
export const passkeyChallenges = pgTable(
  'passkey_challenges',
  {
    hash: text('hash').primaryKey(),
    purpose: text('purpose', { enum: ['enrol', 'sign_in', 'prove'] }).notNull(),
    /** Session of the request. Null for a sign-in. */
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
