import { index, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, moment } from '../columns.ts';

export const signInAttempts = pgTable(
  'sign_in_attempts',
  {
    hash: text('hash').primaryKey(),
    provider: text('provider', { enum: ['google', 'platform'] }).notNull(),
    state: text('state').notNull(),
    nonce: text('nonce').notNull(),
    codeVerifier: text('code_verifier').notNull(),
    returnTo: text('return_to'),
    invitationHash: text('invitation_hash'),
    sid: text('sid'),
    createdAt: createdAt(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [index('sign_in_attempts_expires_idx').on(table.expiresAt)],
);
