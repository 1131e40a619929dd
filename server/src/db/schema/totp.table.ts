import { sql } from 'drizzle-orm';
import { bigint, boolean, check, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { bytes, createdAt, moment } from '../columns.ts';
import { users } from './users.table.ts';

/** Authenticator apps, confirmed by a code. */
export const totpSecrets = pgTable('totp_secrets', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Encrypted with the secret key for this user. */
  secret: bytes('secret').notNull(),
  keyMark: text('key_mark').notNull(),
  confirmedAt: moment('confirmed_at').notNull(),
  /** Time step of the last accepted code. Codes of this and earlier steps are refused. */
  lastStep: bigint('last_step', { mode: 'number' }).notNull(),
});

export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => totpSecrets.userId, { onDelete: 'cascade' }),
    hash: text('hash').notNull(),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.hash], name: 'recovery_codes_pkey' })],
);

/** Identifies the encrypting key. Without a row, nothing has been encrypted. */
export const secretKeyMark = pgTable(
  'secret_key_mark',
  {
    isOnly: boolean('is_only').primaryKey().default(true),
    mark: text('mark').notNull(),
  },
  (table) => [check('secret_key_mark_is_only', sql`${table.isOnly}`)],
);
