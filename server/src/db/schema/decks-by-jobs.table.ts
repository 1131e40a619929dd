import { date, doublePrecision, index, pgTable, uuid } from 'drizzle-orm/pg-core';
import { moment } from '../columns.ts';
import { apps } from './apps.table.ts';

/** The highest scores, computed by a job every ten minutes. No reference to `apps`, so that it locks no app. */
export const trendingScores = pgTable(
  'trending_scores',
  {
    appId: uuid('app_id').primaryKey(),
    score: doublePrecision('score').notNull(),
    /** Weighted trusted likes and views of the last 14 days. The deck `for-you` reads them. */
    likes: doublePrecision('likes').notNull().default(0),
    views: doublePrecision('views').notNull().default(0),
  },
  (table) => [index('trending_scores_score_idx').on(table.score.desc().nullsFirst())],
);

export const dailyPicks = pgTable(
  'daily_picks',
  {
    day: date('day', { mode: 'string' }).primaryKey(),
    appId: uuid('app_id').references(() => apps.id, { onDelete: 'set null' }),
    /** Null for a future day that an admin has set. */
    chosenAt: moment('chosen_at'),
  },
  (table) => [index('daily_picks_app_idx').on(table.appId, table.day)],
);
