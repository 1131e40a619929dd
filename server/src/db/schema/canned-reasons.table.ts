import type { Translated } from '@zapdeck/contract/instance/instance';
import { CANNED_LABEL_MAX } from '@zapdeck/contract/moderation/moderation';
import { sql } from 'drizzle-orm';
import { jsonb, pgTable, text, uniqueIndex, varchar } from 'drizzle-orm/pg-core';
import { createdAt, id, moment, updatedAt } from '../columns.ts';

export const cannedReasons = pgTable(
  'canned_reasons',
  {
    id: id(),
    label: varchar('label', { length: CANNED_LABEL_MAX }).notNull(),
    text: text('text').notNull(),
    labels: jsonb('labels').$type<Translated>().notNull().default({}),
    texts: jsonb('texts').$type<Translated>().notNull().default({}),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    /** Set for deleted reasons and for earlier texts of edited ones, which rejections keep. */
    retiredAt: moment('retired_at'),
  },
  (table) => [
    uniqueIndex('canned_reasons_label_key')
      .on(sql`lower(${table.label})`)
      .where(sql`${table.retiredAt} IS NULL`),
  ],
);
