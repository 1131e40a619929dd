import type { Scope } from '@zapdeck/contract/accounts/scopes';
import { index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, moment } from '../columns.ts';
import { users } from './users.table.ts';

export const apiTokens = pgTable(
  'api_tokens',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    hash: text('hash').notNull(),
    name: text('name').notNull(),
    scopes: text('scopes').array().$type<Scope[]>().notNull(),
    createdAt: createdAt(),
    expiresAt: moment('expires_at').notNull(),
    lastUsedAt: moment('last_used_at'),
    /** Log position of the owner’s last write, only with replicas. */
    logPosition: text('log_position'),
  },
  (table) => [
    uniqueIndex('api_tokens_hash_key').on(table.hash),
    index('api_tokens_user_idx').on(table.userId),
    index('api_tokens_expires_idx').on(table.expiresAt),
  ],
);
