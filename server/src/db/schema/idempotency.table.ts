import { index, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt } from '../columns.ts';
import { users } from './users.table.ts';

export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    keyHash: text('key_hash').notNull(),
    /** Keyed hash of method, address and body. Without the key, a body cannot be guessed. */
    requestHash: text('request_hash').notNull(),
    status: smallint('status'),
    response: text('response'),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ name: 'idempotency_keys_pkey', columns: [table.userId, table.keyHash] }),
    index('idempotency_keys_created_idx').on(table.createdAt),
  ],
);
