import { sql } from 'drizzle-orm';
import { boolean, check, date, integer, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { apps } from './apps.table.ts';

const appId = () =>
  uuid('app_id')
    .notNull()
    .references(() => apps.id, { onDelete: 'cascade' });

/** By UTC. */
const ofDay = () => ({ appId: appId(), day: date('day').notNull() });

/** How often an app's public page was opened and the app was shared. */
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

/** How many tries of an app were of a length, as the job that counts them has found; what the median is read from. */
export const triedTimes = pgTable(
  'tried_times',
  {
    appId: appId(),
    /** Rounded down: to a tenth of a second below ten, else to a second. */
    durationMs: integer('duration_ms').notNull(),
    tries: integer('tries').notNull(),
  },
  (table) => [primaryKey({ name: 'tried_times_pkey', columns: [table.appId, table.durationMs] })],
);

/** The one row that says how far the tries are counted. */
export const triesCounted = pgTable(
  'tries_counted',
  {
    isOnly: boolean('is_only').primaryKey().default(true),
    /** Interactions up to this id, which grows with time. */
    untilId: uuid('until_id').notNull(),
  },
  (table) => [check('tries_counted_once', sql`${table.isOnly}`)],
);
