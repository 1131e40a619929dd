import { sequence } from '@zapdeck/server/testing/random';
import type pg from 'pg';
import { buyAccounts, type BoughtAccount, CAMPAIGN, signUp } from './accounts.ts';
import { actsOf } from './campaign.ts';
import { HONEST, playSpan, WINDOW_MS } from './honest-days.ts';
import { DAY_MS, type Instance, type Span, START } from './instance.ts';
import type { Lab } from './lab.ts';
import { bestPlace, type Bought, honestOrders, orderNow, wasToday } from './places.ts';
import type { Strategy } from './strategies.ts';

export interface Outcome {
  strategy: string;
  votes: number;
  accountDays: number;
  /** Mean number of apps that an account viewed. */
  viewed: number;
  /** Best place in `trending` since the first bought vote. */
  place: number;
  isToday: boolean;
  /** Both in the same time without bought votes. */
  honestPlace: number;
  isHonestToday: boolean;
}

interface Purchase {
  strategy: Strategy;
  accounts: number;
  bought: Bought;
  /** Changes the copy before it is played. */
  prepare?: (pool: pg.Pool) => Promise<unknown>;
}

/** Days on which the accounts exist, until their last vote. */
function daysOf(accounts: readonly BoughtAccount[], { trick }: Strategy, end: number): number {
  const untilOf = ({ votesAt }: BoughtAccount) => {
    if (trick === 'takes the vote back and casts it again') return end;
    return votesAt + (trick === 'votes for another app a day later' ? DAY_MS : 0);
  };
  return accounts.reduce(
    (days, account) => days + Math.ceil((untilOf(account) - account.beginsAt) / DAY_MS),
    0,
  );
}

/** Days that are simulated after the last act: bought votes lose weight from then on. */
const DAYS_AFTER = 2;

/** Returns the times between computations: days before the buyer acts and after the last act, and windows on the days between. */
function spansOf(acts: Span, end: number): Span[] {
  const spans: Span[] = [];
  const dayOf = (at: number) => at - (at % DAY_MS);
  const [first, last] = [dayOf(acts.start), dayOf(acts.end)];
  for (let start = START; start < Math.min(end, last + (1 + DAYS_AFTER) * DAY_MS); ) {
    const length = dayOf(start) >= first && dayOf(start) <= last ? WINDOW_MS : DAY_MS;
    spans.push({ start, end: start + length });
    start += length;
  }
  return spans;
}

async function meanViewed(pool: pg.Pool, accounts: readonly BoughtAccount[]): Promise<number> {
  const { rows } = await pool.query<{ viewed: number }>(
    'SELECT count(*)::float8 / $2::int AS viewed FROM seen_apps WHERE user_id = ANY ($1)',
    [accounts.map(({ userId }) => userId), accounts.length],
  );
  return rows[0]?.viewed ?? 0;
}

/** Plays a strategy on a copy of the honest days. */
export function playStrategy(
  lab: Lab,
  instance: Instance,
  { strategy, accounts: count, bought, prepare }: Purchase,
): Promise<Outcome> {
  const name = `play_${strategy.name.replaceAll(/[^a-z]+/g, '_')}_${count}`;
  return lab.onCopy(HONEST, name, async (database) => {
    const { pool } = database;
    await prepare?.(pool);
    const { rows } = await pool.query<{ day: number; views: number }>(
      `SELECT day - (to_timestamp($2::float8 / 1000) AT TIME ZONE 'UTC')::date AS day, views FROM honest.daily_views WHERE app_id = $1`,
      [bought[0].appId, START],
    );
    const viewsOfDay = (day: number) => rows.find((row) => row.day === day)?.views ?? 0;
    const random = sequence(instance.size.seed);
    const accounts = buyAccounts(strategy, { count, size: instance.size, viewsOfDay }, random);
    await signUp(pool, accounts);
    const acts = actsOf({ ...database, instance, strategy, bought, accounts, random });
    const appIds = bought
      .slice(0, strategy.trick === 'votes for another app a day later' ? 2 : 1)
      .map((app) => app.appId);
    const end = START + instance.size.days * DAY_MS;
    const firstVote = Math.min(...accounts.map(({ votesAt }) => votesAt));
    const lastAct = acts.at(-1)?.at ?? START;
    const spans = spansOf({ start: acts[0]?.at ?? START, end: lastAct }, end);
    let place = Number.POSITIVE_INFINITY;
    for (const span of spans) {
      await playSpan(database, span, async () => {
        while (acts[0] && acts[0].at < span.end) {
          const act = acts.shift();
          await act?.run(new Date(act.at));
        }
      });
      if (span.end > firstVote) place = Math.min(place, bestPlace([await orderNow(pool)], appIds));
    }
    const played = { start: Math.max(firstVote, CAMPAIGN), end: spans.at(-1)?.end ?? START };
    return {
      strategy: strategy.name,
      votes: accounts.length,
      viewed: await meanViewed(pool, accounts),
      accountDays: daysOf(accounts, strategy, Math.min(lastAct, end)),
      place,
      isToday: await wasToday(pool, appIds),
      honestPlace: bestPlace(await honestOrders(pool, played), appIds),
      isHonestToday: await wasToday(pool, appIds, 'honest.daily_picks'),
    };
  });
}
