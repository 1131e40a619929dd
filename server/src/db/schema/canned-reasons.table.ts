import { CANNED_LABEL_MAX } from '@zapdeck/contract/moderation/moderation';
import { sql } from 'drizzle-orm';
import { pgTable, text, uniqueIndex, varchar } from 'drizzle-orm/pg-core';
import { createdAt, id } from '../columns.ts';

export const cannedReasons = pgTable(
  'canned_reasons',
  {
    id: id(),
    label: varchar('label', { length: CANNED_LABEL_MAX }).notNull(),
    text: text('text').notNull(),
    createdAt: createdAt(),
  },
  (table) => [uniqueIndex('canned_reasons_label_key').on(sql`lower(${table.label})`)],
);
