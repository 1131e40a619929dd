import { sql } from 'drizzle-orm';
import {
  bigint,
  customType,
  doublePrecision,
  index,
  integer,
  pgTable,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { apps } from './apps.table.ts';

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

/**
 * What search finds, one row per app. Triggers keep it. Lexemes are words, words of the title with a leading `=`, the whole
 * title with `==`, `#N` for the block of the approval, and `#trending`.
 */
export const searchDocuments = pgTable(
  'search_documents',
  {
    appId: uuid('app_id')
      .primaryKey()
      .references(() => apps.id, { onDelete: 'cascade' }),
    /** Null unless the app is approved. */
    approvalNo: bigint('approval_no', { mode: 'number' }),
    /** Score in the deck `trending`; 0 without one. */
    trending: doublePrecision('trending').notNull().default(0),
    words: tsvector('words').notNull(),
    makerWords: tsvector('maker_words').notNull(),
    /** `#trending` if the app has a score. */
    marks: tsvector('marks').notNull().default(''),
  },
  (table) => [
    index('search_documents_approval_idx').on(table.approvalNo).where(sql`${table.approvalNo} IS NOT NULL`),
    index('search_documents_lexemes_idx')
      .using('gin', sql`(words || maker_words || marks)`)
      .where(sql`${table.approvalNo} IS NOT NULL`)
      .with({ fastupdate: false }),
  ],
);

/**
 * Words that search completes and corrects to: those of titles, and those of two apps or more. A job counts them. A new word
 * of a title is added at once, without a lock, and can therefore have several rows.
 */
export const knownWords = pgTable(
  'known_words',
  {
    word: text('word').notNull(),
    /** Number of approved apps with the word at the last count; 0 if there were none. */
    apps: integer('apps').notNull(),
    /** See `typo_keys`. */
    typoKeys: text('typo_keys').array().notNull(),
  },
  (table) => [
    index('known_words_word_idx').on(table.word),
    index('known_words_typo_keys_idx').using('gin', table.typoKeys).with({ fastupdate: false }),
  ],
);
