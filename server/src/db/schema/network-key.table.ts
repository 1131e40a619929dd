import { sql } from 'drizzle-orm';
import { boolean, check, customType, pgTable } from 'drizzle-orm/pg-core';

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

export const networkKey = pgTable(
  'network_key',
  {
    isOnly: boolean('is_only').primaryKey().default(true),
    key: bytes('key')
      .notNull()
      .default(sql`sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()))`),
  },
  (table) => [check('network_key_is_only', sql`${table.isOnly}`)],
);
