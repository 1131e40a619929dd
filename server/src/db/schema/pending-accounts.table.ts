import { index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, id, moment } from '../columns.ts';

/** Sign-ins with a provider that wait for consent to the terms, or for a second factor of the account. */
export const pendingAccounts = pgTable(
  'pending_accounts',
  {
    id: id(),
    hash: text('hash').notNull().unique('pending_accounts_hash_key'),
    identity: jsonb('identity').notNull(),
    returnTo: text('return_to'),
    invitationHash: text('invitation_hash'),
    createdAt: createdAt(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [index('pending_accounts_expires_idx').on(table.expiresAt)],
);
