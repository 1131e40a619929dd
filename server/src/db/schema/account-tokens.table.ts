import { index, pgEnum, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, moment } from '../columns.ts';
import { users } from './users.table.ts';

export const tokenPurpose = pgEnum('token_purpose', ['verify_email', 'reset_password']);

export const accountTokens = pgTable(
  'account_tokens',
  {
    hash: text('hash').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    purpose: tokenPurpose('purpose').notNull(),
    createdAt: createdAt(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    index('account_tokens_user_idx').on(table.userId, table.purpose),
    index('account_tokens_expires_idx').on(table.expiresAt),
  ],
);
