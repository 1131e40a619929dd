import { EVERYBODY_DAYS, GUEST_VIEWS_PERCENT, WEEKLY_PEOPLE_MIN } from '@zapdeck/contract/feed/first-views';
import { sql } from 'drizzle-orm';
import type { Config } from '../../config.ts';
import { type Db, one } from '../../db/client.ts';
import { inTransaction } from '../../db/transaction.ts';
import { COUNTED_DELAY_H, NEWCOMER_SHARE_MAX, newcomerShareOf } from '../feed/recommend.ts';

const DAY_MS = 24 * 3_600_000;
const WEEK_MS = 7 * DAY_MS;
/** A budget with missing views ends with a report after this many days. Until then, the maker can send no version. */
const UNFILLED_DAYS = 30;
/** Number of latest decks whose owners are counted. This many decks a week prove that there are enough people. */
const DECKS_READ = 20_000;
/** Number of latest filled budgets whose durations are recent, if they ended within `RECENT_MS`. */
const RECENT_APPS = 100;
const RECENT_MS = 90 * DAY_MS;

interface MeasuredViews {
  weeklyPeople: number;
  open: number;
  behindH: number;
  recentApps: number;
  recentMedianS: number | null;
  recentNineOfTenS: number | null;
}

const decksOfWeek = (now: Date) => sql`
  SELECT user_id FROM decks WHERE day >= ${new Date(now.getTime() - WEEK_MS)}::timestamptz::date LIMIT ${DECKS_READ}`;

export async function countPeople(db: Db, now: Date): Promise<number> {
  const { rows } = await db.execute<{ people: number }>(
    sql`SELECT count(DISTINCT user_id)::int AS people FROM (${decksOfWeek(now)}) AS dealt`,
  );
  return one(rows).people;
}

async function measure(db: Db, now: Date): Promise<MeasuredViews> {
  const { rows } = await db.execute<MeasuredViews & Record<string, unknown>>(sql`
    SELECT (
        SELECT least(members + least(guests, members * ${GUEST_VIEWS_PERCENT} / ${100 - GUEST_VIEWS_PERCENT}), ${WEEKLY_PEOPLE_MIN})::int
        FROM (
          SELECT count(*) FILTER (WHERE NOT counts_as_guest(users)) AS members,
            count(*) FILTER (WHERE counts_as_guest(users)) AS guests
          FROM users WHERE id IN (
            ${decksOfWeek(now)}
          )
        ) AS people
      ) AS "weeklyPeople",
      open.count AS open, open."behindH", recent.*
    FROM (
      SELECT count(*)::int AS count,
        coalesce(avg(greatest(0, least(extract(epoch FROM ${now}::timestamptz - due_at) / 3600, ${COUNTED_DELAY_H}))), 0)::float8
          AS "behindH"
      FROM view_budgets WHERE due_at IS NOT NULL
    ) AS open, (
      SELECT count(*)::int AS "recentApps",
        round(percentile_cont(0.5) WITHIN GROUP (ORDER BY took))::int AS "recentMedianS",
        round(percentile_cont(0.9) WITHIN GROUP (ORDER BY took))::int AS "recentNineOfTenS"
      FROM (
        SELECT extract(epoch FROM finished_at - started_at) AS took FROM view_budgets
        WHERE finished_at > ${new Date(now.getTime() - RECENT_MS)} AND kind = 'first' AND views = wanted
        ORDER BY finished_at DESC LIMIT ${RECENT_APPS}
      ) AS filled
    ) AS recent`);
  return one(rows);
}

async function endOldBudgets(tx: Db, now: Date, days: number): Promise<void> {
  await tx.execute(sql`
    WITH dealt AS MATERIALIZED (
      SELECT id FROM view_budgets WHERE due_at IS NOT NULL AND started_at <= ${new Date(now.getTime() - days * DAY_MS)}
      ORDER BY app_id FOR NO KEY UPDATE SKIP LOCKED
    )
    UPDATE view_budgets SET finished_at = ${now}, due_at = NULL FROM dealt WHERE view_budgets.id = dealt.id`);
}

/** Updates the newcomers' share of the fresh places and the recent durations of first views. Ends old budgets. */
export async function refreshState(db: Db, now: Date, { smtpUrl }: Pick<Config, 'smtpUrl'>): Promise<void> {
  await inTransaction(db, async (tx) => {
    // Must precede the count of people, which depends on it.
    await tx.execute(sql`UPDATE first_views_state SET confirms_emails = ${smtpUrl !== undefined}`);
    const measured = await measure(tx, now);
    const { weeklyPeople, open, behindH, recentApps, recentMedianS, recentNineOfTenS } = measured;
    const isSmall = weeklyPeople < WEEKLY_PEOPLE_MIN;
    await endOldBudgets(tx, now, isSmall ? EVERYBODY_DAYS : UNFILLED_DAYS);
    const share = isSmall && open > 0 ? NEWCOMER_SHARE_MAX : newcomerShareOf(behindH);
    await tx.execute(sql`
      UPDATE first_views_state SET weekly_people = ${weeklyPeople}, share = ${share}, recent_apps = ${recentApps},
        recent_median_s = ${recentMedianS}, recent_nine_of_ten_s = ${recentNineOfTenS}`);
  });
}
