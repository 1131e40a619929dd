import { newId } from '@zapdeck/server/db/columns';
import type pg from 'pg';
import { addressOf, DAY_MS, HOUR_MS, makeMembers, type Member, type Size, START } from './instance.ts';
import type { Strategy } from './strategies.ts';

/** Day of the instance on which the campaign begins. */
const CAMPAIGN_DAY = 4;
export const CAMPAIGN = START + CAMPAIGN_DAY * DAY_MS;

/** Networks of the buyer have higher numbers than those of members. */
const BOUGHT_NETWORKS = 100_000;
/** A little more than an hour. */
const APART_MS = HOUR_MS + 60_000;
/** Days on which a guest browses before the sign-up. */
export const GUEST_DAYS = 7;

/** An account of the buyer. */
export interface BoughtAccount extends Member {
  no: number;
  /** Time of the first vote for the bought app. */
  votesAt: number;
  signsUpAt: number;
  /** Time at which the session of a guest began, or of the sign-up. */
  beginsAt: number;
}

/** Returns a time for each vote. A strategy can need fewer votes than there are accounts. */
function timesOf(
  { days, hours: [from, to], trick }: Strategy,
  count: number,
  viewsOfDay: (day: number) => number,
): number[] {
  const startOf = (day: number) => CAMPAIGN + day * DAY_MS;
  if (trick === 'votes an hour apart')
    return Array.from({ length: count }, (_, no) => startOf(days[0] ?? 0) + no * APART_MS);
  const times: number[] = [];
  for (const day of days) {
    const wanted =
      trick === 'no more votes a day than others view the app'
        ? viewsOfDay(CAMPAIGN_DAY + day - 1)
        : Math.ceil(count / days.length);
    const votes = Math.min(wanted, count - times.length);
    for (let index = 0; index < votes; index += 1)
      times.push(startOf(day) + (from + ((to - from) * (index + 0.5)) / votes) * HOUR_MS);
  }
  return times;
}

/** Returns the accounts that a strategy needs. */
export function buyAccounts(
  strategy: Strategy,
  { count, size, viewsOfDay }: { count: number; size: Size; viewsOfDay: (day: number) => number },
  random: () => number,
): BoughtAccount[] {
  const times = timesOf(strategy, count, viewsOfDay);
  const members = makeMembers(times.length, size.apps, random);
  return times.map((votesAt, no) => {
    const signsUpAt = votesAt - strategy.ageDays * DAY_MS - HOUR_MS;
    const isGuestFirst = strategy.trick === 'begins as a guest';
    return {
      ...(members[no] as Member),
      no,
      userId: newId(),
      address: addressOf(BOUGHT_NETWORKS + (no % strategy.networks)),
      votesAt,
      signsUpAt,
      beginsAt: isGuestFirst ? signsUpAt - GUEST_DAYS * DAY_MS : signsUpAt,
    };
  });
}

const SIGN_UP = `INSERT INTO users (id, email, first_name, created_at, email_verified_at)
  SELECT id, 'robin.' || n || '@gmail.com', 'Robin', to_timestamp(at / 1000), to_timestamp(at / 1000)
  FROM unnest($1::uuid[], $2::float8[]) WITH ORDINALITY AS made (id, at, n)`;
const BECOME_GUESTS =
  'UPDATE users SET is_guest = true, email = NULL, email_verified_at = NULL WHERE id = ANY ($1)';
const BECOME_MEMBER = `UPDATE users SET is_guest = false, email = $2, email_verified_at = $3, created_at = $3 WHERE id = $1`;

/** Adds the accounts with the times of their sign-ups. */
export async function signUp(pool: pg.Pool, accounts: readonly BoughtAccount[]): Promise<void> {
  const ids = accounts.map(({ userId }) => userId);
  await pool.query(SIGN_UP, [ids, accounts.map(({ signsUpAt }) => signsUpAt)]);
  const guests = accounts.filter(({ beginsAt, signsUpAt }) => beginsAt < signsUpAt);
  await pool.query(BECOME_GUESTS, [guests.map(({ userId }) => userId)]);
}

/** Turns the session of a guest into an account, as a sign-up does. */
export async function becomeMember(pool: pg.Pool, { userId, no, signsUpAt }: BoughtAccount): Promise<void> {
  await pool.query(BECOME_MEMBER, [userId, `robin.${no + 1}@gmail.com`, new Date(signsUpAt)]);
}
