import { customType, pgTable, varchar } from 'drizzle-orm/pg-core';
import { createdAt } from '../columns.ts';

/** Stored outside of the row without compression, set by the migration. */
const file = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** Pictures by the hash of their content. Unused ones are deleted daily. */
export const pictures = pgTable('pictures', {
  hash: varchar('hash', { length: 32 }).primaryKey(),
  webp160: file('webp_160').notNull(),
  webp480: file('webp_480').notNull(),
  webp960: file('webp_960').notNull(),
  createdAt: createdAt(),
});
