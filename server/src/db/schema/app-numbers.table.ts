import { sql } from 'drizzle-orm';
import { boolean, check, date, integer, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { apps } from './apps.table.ts';

const appId = () =>
  uuid('app_id')
    .notNull()
    .references(() => apps.id, { onDelete: 'cascade' });

const ofDay = () => ({ appId: appId(), day: date('day').notNull() });

export const dailyVisits = pgTable(
  'daily_visits',
  {
    ...ofDay(),
    visits: integer('visits').notNull().default(0),
    shares: integer('shares').notNull().default(0),
  },
  (table) => [
    primaryKey({ name: 'daily_visits_pkey', columns: [table.appId, table.day] }),
    check('daily_visits_positive', sql`${table.visits} >= 0 AND ${table.shares} >= 0`),
  ],
);

export const triedTimes = pgTable(
  'tried_times',
  {
    appId: appId(),
    /** Rounded down: to 0.1 s below ten seconds, else to 1 s. */
    durationMs: integer('duration_ms').notNull(),
    tries: integer('tries').notNull(),
  },
  (table) => [primaryKey({ name: 'tried_times_pkey', columns: [table.appId, table.durationMs] })],
);

export const triesCounted = pgTable(
  'tries_counted',
  {
    isOnly: boolean('is_only').primaryKey().default(true),
    untilId: uuid('until_id').notNull(),
  },
  (table) => [check('tries_counted_once', sql`${table.isOnly}`)],
);
