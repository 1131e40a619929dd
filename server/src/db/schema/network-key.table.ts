import { sql } from 'drizzle-orm';
import { boolean, check, pgTable } from 'drizzle-orm/pg-core';
import { bytes, moment } from '../columns.ts';

export const randomKey = sql`sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()))`;

export const networkKey = pgTable(
  'network_key',
  {
    isOnly: boolean('is_only').primaryKey().default(true),
    /** Never changes, because reports are compared over weeks. */
    key: bytes('key').notNull().default(randomKey),
    /** Replaced every 30 days, so that hashes before and after cannot be linked. */
    monthlyKey: bytes('monthly_key').notNull().default(randomKey),
    monthlyKeyAt: moment('monthly_key_at').notNull().defaultNow(),
  },
  (table) => [check('network_key_is_only', sql`${table.isOnly}`)],
);
