import { customType, pgTable, varchar } from 'drizzle-orm/pg-core';
import { createdAt } from '../columns.ts';

/** Outside of the row and as it is: a webp gets no smaller. The migration says so to PostgreSQL. */
const file = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** Pictures as we made them, each once, under the hash of their content. What no app and no person shows any more is deleted daily. */
export const pictures = pgTable('pictures', {
  hash: varchar('hash', { length: 32 }).primaryKey(),
  webp160: file('webp_160').notNull(),
  webp480: file('webp_480').notNull(),
  webp960: file('webp_960').notNull(),
  createdAt: createdAt(),
});
