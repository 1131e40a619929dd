import { sql } from 'drizzle-orm';
import {
  bigint,
  customType,
  doublePrecision,
  index,
  integer,
  pgTable,
  smallint,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { apps } from './apps.table.ts';

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

/**
 * Searchable texts, one row per app, written by triggers. Lexemes are words (see the SQL function `split_words`), title
 * words with the prefix `=`, the whole title with `==`, `#N` for the approval number divided by 4,096, and `#trending`.
 */
export const searchDocuments = pgTable(
  'search_documents',
  {
    appId: uuid('app_id')
      .primaryKey()
      .references(() => apps.id, { onDelete: 'cascade' }),
    /** Null unless the app is approved. */
    approvalNo: bigint('approval_no', { mode: 'number' }),
    trending: doublePrecision('trending').notNull().default(0),
    words: tsvector('words').notNull(),
    makerWords: tsvector('maker_words').notNull(),
    marks: tsvector('marks').notNull().default(''),
    /** Version of the rules that split the texts; see the SQL function `split_rules`. */
    rules: smallint('rules').notNull().default(0),
  },
  (table) => [
    index('search_documents_approval_idx').on(table.approvalNo).where(sql`${table.approvalNo} IS NOT NULL`),
    index('search_documents_lexemes_idx')
      .using('gin', sql`(words || maker_words || marks)`)
      .with({ fastupdate: false }),
  ],
);

/**
 * Words for completions and corrections, counted by a job every night. An approval adds new words at once without a lock,
 * so a word can have several rows until the next count.
 */
export const knownWords = pgTable(
  'known_words',
  {
    word: text('word').notNull(),
    apps: integer('apps').notNull(),
    /** Keys by which a misspelt word finds this one; see the SQL function `typo_keys`. */
    typoKeys: text('typo_keys').array().notNull(),
  },
  (table) => [
    index('known_words_word_idx').on(table.word),
    index('known_words_typo_keys_idx').using('gin', table.typoKeys).with({ fastupdate: false }),
  ],
);
