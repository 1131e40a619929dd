import { index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, id, moment } from '../columns.ts';

/** Sign-ins with a provider that wait for consent to the terms before the account is made, or for its second factor. */
export const pendingAccounts = pgTable(
  'pending_accounts',
  {
    id: id(),
    /** SHA-256 of the cookie. */
    hash: text('hash').notNull().unique('pending_accounts_hash_key'),
    /** The person, as the provider describes them. */
    identity: jsonb('identity').notNull(),
    returnTo: text('return_to'),
    /** SHA-256 of the token of an invitation. */
    invitationHash: text('invitation_hash'),
    createdAt: createdAt(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [index('pending_accounts_expires_idx').on(table.expiresAt)],
);
