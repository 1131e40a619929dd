import { index, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt } from '../columns.ts';
import { users } from './users.table.ts';

/** Answers that were given under an idempotency key, written in the transaction of what they answer. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** SHA-256 of the key. */
    keyHash: text('key_hash').notNull(),
    /**
     * Of method, address and body under the key: the same key cannot stand for two requests. Whoever reads the table
     * knows no key and so cannot try out what a body, with a password in it perhaps, may have been.
     */
    requestHash: text('request_hash').notNull(),
    /** Both are null only while the transaction runs, which nobody else sees. */
    status: smallint('status'),
    response: text('response'),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ name: 'idempotency_keys_pkey', columns: [table.userId, table.keyHash] }),
    index('idempotency_keys_created_idx').on(table.createdAt),
  ],
);
