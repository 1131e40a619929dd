import type { FirstViewsReport } from '@zapdeck/contract/feed/first-views';
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgEnum,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { createdAt, id, moment } from '../columns.ts';
import { apps } from './apps.table.ts';
import { users } from './users.table.ts';

export const viewBudgetKind = pgEnum('view_budget_kind', ['first', 'version']);

/** Promised first views of an app. A trigger on `apps` starts and pauses the clock. */
export const viewBudgets = pgTable(
  'view_budgets',
  {
    id: id(),
    appId: uuid('app_id')
      .notNull()
      .references(() => apps.id, { onDelete: 'cascade' }),
    kind: viewBudgetKind('kind').notNull(),
    note: text('note'),
    wanted: integer('wanted').notNull(),
    guestsMax: integer('guests_max').notNull(),
    paceS: integer('pace_s').notNull(),
    views: integer('views').notNull().default(0),
    guestViews: integer('guest_views').notNull().default(0),
    /** Moved by the length of each pause. Null until the app is approved. */
    startedAt: moment('started_at'),
    /** Time since which the app is not dealt, because it is unapproved or unreachable. */
    pausedAt: moment('paused_at'),
    /** Time at which the next view is due. Null unless the app is dealt and views are missing. */
    dueAt: moment('due_at'),
    finishedAt: moment('finished_at'),
    report: jsonb('report').$type<FirstViewsReport>(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('view_budgets_open_key').on(table.appId).where(sql`${table.finishedAt} IS NULL`),
    index('view_budgets_app_idx').on(table.appId, table.createdAt),
    index('view_budgets_due_idx').on(table.dueAt, table.appId).where(sql`${table.dueAt} IS NOT NULL`),
    index('view_budgets_finished_idx').on(table.finishedAt).where(sql`${table.finishedAt} IS NOT NULL`),
    index('view_budgets_unreported_idx')
      .on(table.finishedAt)
      .where(sql`${table.finishedAt} IS NOT NULL AND ${table.report} IS NULL`),
    check('view_budgets_views', sql`${table.views} BETWEEN ${table.guestViews} AND ${table.wanted}`),
    check('view_budgets_guests', sql`${table.guestViews} BETWEEN 0 AND ${table.guestsMax}`),
  ],
);

export type ViewBudgetRow = typeof viewBudgets.$inferSelect;

/** Viewers with a counted first view. Deleted once the report is made. */
export const firstViews = pgTable(
  'first_views',
  {
    budgetId: uuid('budget_id')
      .notNull()
      .references(() => viewBudgets.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    viewedAt: moment('viewed_at').notNull(),
  },
  (table) => [
    primaryKey({ name: 'first_views_pkey', columns: [table.budgetId, table.userId] }),
    index('first_views_user_idx').on(table.userId),
  ],
);

/** New versions that wait for review. */
export const waitingVersions = pgTable(
  'waiting_versions',
  {
    appId: uuid('app_id')
      .primaryKey()
      .references(() => apps.id, { onDelete: 'cascade' }),
    note: text('note').notNull(),
    askedBy: uuid('asked_by')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (table) => [index('waiting_versions_asked_by_idx').on(table.askedBy)],
);

/** State of the promise to makers, in one row. A job writes it every minute. */
export const firstViewsState = pgTable(
  'first_views_state',
  {
    isOnly: boolean('is_only').primaryKey().default(true),
    /** Users who started a deck in the last seven days, at most `WEEKLY_PEOPLE_MIN`. At most 30 % count as guests. */
    weeklyPeople: integer('weekly_people').notNull().default(0),
    share: doublePrecision('share').notNull().default(0.1),
    recentApps: integer('recent_apps').notNull().default(0),
    recentMedianS: integer('recent_median_s'),
    recentNineOfTenS: integer('recent_nine_of_ten_s'),
    /** True if the instance sends mails. Accounts without a confirmed address then count as guests. */
    confirmsEmails: boolean('confirms_emails').notNull().default(false),
  },
  (table) => [check('first_views_state_is_only', sql`${table.isOnly}`)],
);
