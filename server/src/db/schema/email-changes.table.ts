import { sql } from 'drizzle-orm';
import { boolean, check, index, pgTable, text, uniqueIndex, uuid, varchar } from 'drizzle-orm/pg-core';
import { createdAt, id, moment } from '../columns.ts';
import { users } from './users.table.ts';

/** Requested addresses. An account has at most one that has not expired. */
export const pendingEmails = pgTable(
  'pending_emails',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    email: varchar('email', { length: 254 }).notNull(),
    /** SHA-256 in hex. Null until the mail is written, and for a taken address. */
    tokenHash: text('token_hash'),
    createdAt: createdAt(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    uniqueIndex('pending_emails_token_key').on(table.tokenHash),
    index('pending_emails_user_idx').on(table.userId, table.expiresAt),
    index('pending_emails_email_idx').on(table.email),
    index('pending_emails_expires_idx').on(table.expiresAt),
    check('pending_emails_normal', sql`${table.email} = lower(btrim(${table.email}))`),
  ],
);

/** Addresses before a change. */
export const previousEmails = pgTable(
  'previous_emails',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    email: varchar('email', { length: 254 }).notNull(),
    emailVerifiedAt: moment('email_verified_at'),
    /** Until then, the address is reserved. Null if the account went back to an earlier address. */
    undoableUntil: moment('undoable_until'),
    /** SHA-256 in hex of the token that undoes the change. Null until the mail is written. */
    undoHash: text('undo_hash'),
    /** SHA-256 in hex of the token that confirmed the change, because its link may be opened again. */
    confirmedWith: text('confirmed_with'),
    hadGoogle: boolean('had_google').notNull(),
    hadPlatform: boolean('had_platform').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('previous_emails_undo_key').on(table.undoHash),
    index('previous_emails_confirmed_idx').on(table.confirmedWith),
    index('previous_emails_user_idx').on(table.userId, table.createdAt),
    index('previous_emails_email_idx').on(table.email),
    index('previous_emails_created_idx').on(table.createdAt),
    check('previous_emails_normal', sql`${table.email} = lower(btrim(${table.email}))`),
  ],
);
