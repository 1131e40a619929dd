import type { Db } from '../../db/client.ts';
import { run } from '../../db/statement.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** A like or a view of an app by an account. */
interface Row {
  app: string;
  person: string;
  at: number;
  /** True if the row counts in decks. */
  isCounted: boolean;
  network: string | null;
  weight: number;
}

export interface ReferenceLike extends Row {
  id: string;
  isSeen: boolean;
  /** True if the like is trusted, whatever the size of the instance. */
  isTrusted: boolean;
}

export interface ReferenceView extends Row {
  isLiked: boolean;
}

interface Account {
  id: string;
  since: string;
  confirmed: string | null;
  viewed: number;
}

interface Origin {
  person: string;
  app: string;
  network: string;
}

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);

async function readInstance(db: Db, now: Date) {
  const read = <Found extends object>(text: string) => run<Found>(db, { text, values: [] });
  const [state] = await read<{ likes: number; days: string[] }>(
    'SELECT likes, crowded_days::text[] AS days FROM trust_state',
  );
  const accounts = await read<Account>(
    `SELECT id, created_at AS since, email_verified_at AS confirmed,
      greatest((SELECT count(*)::int FROM seen_apps WHERE user_id = users.id),
        (SELECT most_before FROM seen_counts WHERE user_id = users.id)) AS viewed FROM users`,
  );
  const origins = await read<Origin>(
    "SELECT user_id AS person, app_id AS app, encode(network, 'hex') AS network FROM vote_networks",
  );
  const byId = new Map(accounts.map((account) => [account.id, account]));
  const ageOf = (person: string) => now.getTime() - Date.parse(byId.get(person)?.since ?? now.toISOString());
  const isConfirmed = (person: string) => byId.get(person)?.confirmed != null;
  const isTrusted = (person: string) =>
    isConfirmed(person) && ageOf(person) >= DAY_MS && (byId.get(person)?.viewed ?? 0) > 10;
  return {
    read,
    byId,
    origins,
    ageOf,
    isConfirmed,
    isTrusted,
    hasFew: (state?.likes ?? 0) < 200,
    days: state?.days ?? [],
  };
}

type ReferenceInstance = Awaited<ReturnType<typeof readInstance>>;

/** Lowers the weights of rows from one network on one app in one hour. */
function weighRows(rows: Row[], { byId, origins, hasFew, days }: ReferenceInstance, now: Date): void {
  const known = [...origins, ...rows.filter((row): row is Row & Origin => row.network !== null)];
  // The tests have no month in which the calendar matters.
  const monthAgo = new Date(now);
  monthAgo.setUTCMonth(monthAgo.getUTCMonth() - 1);
  const isLarge = (network: string) => {
    const old = new Set<string>();
    for (const origin of origins) {
      const account = byId.get(origin.person);
      if (origin.network === network && account?.confirmed && Date.parse(account.since) <= monthAgo.getTime())
        old.add(origin.person);
    }
    return old.size > 30;
  };
  const isExempt = (person: string) =>
    known.some((origin) => origin.person === person && isLarge(origin.network));
  const mayWeighLess = ({ isCounted, network, at }: Row) =>
    isCounted && network !== null && !hasFew && !days.includes(dayOf(at));
  for (const row of rows) {
    if (!mayWeighLess(row)) continue;
    const together = rows.filter(
      (other) =>
        mayWeighLess(other) &&
        other.app === row.app &&
        other.network === row.network &&
        Math.floor(other.at / HOUR_MS) === Math.floor(row.at / HOUR_MS),
    );
    if (together.length === 1 || isExempt(row.person)) continue;
    const crowd = together.filter(({ person }) => !isExempt(person)).length;
    row.weight = Math.round(2 ** 20 / Math.sqrt(crowd)) / 2 ** 20;
  }
}

/** Computes weights by plain loops over all likes, accounts and networks. Takes the state and the marks of likes as they are. */
export async function readReferenceLikes(db: Db, now: Date): Promise<ReferenceLike[]> {
  const instance = await readInstance(db, now);
  const rows = await instance.read<{ id: string; app: string; person: string; at: string; isSeen: boolean }>(
    `SELECT id, app_id AS app, user_id AS person, created_at AS at, is_seen_in_deck AS "isSeen"
     FROM votes WHERE vote_type = 'up'`,
  );
  const likes = rows.map((row): ReferenceLike => {
    const { person, app, isSeen } = row;
    const isTrusted = isSeen && instance.isTrusted(person);
    const isCounted = isTrusted || (instance.hasFew && instance.isConfirmed(person));
    const origin = instance.origins.find((other) => other.person === person && other.app === app);
    return {
      ...row,
      at: Date.parse(row.at),
      isTrusted,
      isCounted,
      network: origin?.network ?? null,
      weight: 1,
    };
  });
  weighRows(likes, instance, now);
  return likes;
}

/** Computes the weights of views by plain loops, while enough likes are trusted. `perDay` is what an account reaches each day. */
export async function readReferenceViews(db: Db, now: Date, perDay: number): Promise<ReferenceView[]> {
  const instance = await readInstance(db, now);
  const { read, isTrusted, ageOf } = instance;
  const apps = await read<{ id: string }>(
    "SELECT id FROM apps WHERE status = 'approved' ORDER BY ranking_score DESC, created_at DESC, id DESC",
  );
  const votes = await read<{ app: string; person: string }>(
    `SELECT app_id AS app, user_id AS person FROM votes WHERE vote_type = 'up'`,
  );
  const taken = await read<{ app: string; person: string }>(
    'SELECT app_id AS app, user_id AS person FROM taken_votes',
  );
  const rows = await read<{ app: string; person: string; at: string; network: string | null }>(
    `SELECT app_id AS app, user_id AS person, viewed_at AS at, encode(network, 'hex') AS network FROM dealt_views`,
  );
  const views = rows.map((row): ReferenceView => {
    const isSame = (other: { app: string; person: string }) =>
      other.app === row.app && other.person === row.person;
    const place = apps.findIndex(({ id }) => id === row.app) + 1;
    const isReached = place > 0 && place <= (perDay * ageOf(row.person)) / DAY_MS;
    const isCounted = isTrusted(row.person) && isReached && !taken.some(isSame);
    return { ...row, at: Date.parse(row.at), isCounted, isLiked: votes.some(isSame), weight: 1 };
  });
  weighRows(views, instance, now);
  return views;
}
