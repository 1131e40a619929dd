import type { Db } from '../../../db/client.ts';
import { run } from '../../../db/statement.ts';
import { lift } from '../score.ts';
import { LIKES_PER_PERSON, PAIR_DAYS, PAIRS_PER_APP, PEOPLE_MIN, PEOPLE_PER_APP } from './pair-limits.ts';

const DAY_MS = 24 * 3_600_000;

interface Like {
  id: string;
  app: string;
  person: string;
  at: number;
  isTrusted: boolean;
}

const latestFirst = (one: Like, other: Like) => other.at - one.at || (one.id < other.id ? 1 : -1);

/** Reads all likes that may count. `isTrusted` is true for those of trusted accounts. */
async function readLikes(db: Db, now: Date): Promise<Like[]> {
  const rows = await run<
    Omit<Like, 'at' | 'isTrusted'> & { at: string; since: string; confirmed: string | null }
  >(db, {
    text: `SELECT votes.id, app_id AS app, user_id AS person, votes.created_at AS at, users.created_at AS since,
        users.email_verified_at AS confirmed
      FROM votes JOIN users ON users.id = votes.user_id WHERE vote_type = 'up'`,
    values: [],
  });
  return rows
    .map(({ since, confirmed, at, ...like }) => ({
      ...like,
      at: Date.parse(at),
      isTrusted: confirmed !== null && now.getTime() - Date.parse(since) >= DAY_MS,
    }))
    .filter(({ at }) => now.getTime() - at < PAIR_DAYS * DAY_MS)
    .toSorted(latestFirst);
}

export interface ReferencePair {
  other: string;
  lift: number;
}

export interface Reference {
  pairsOf: (app: string) => ReferencePair[];
}

/** Computes pairs from all likes, by counting. Slow and obvious. */
export async function readReference(db: Db, now: Date): Promise<Reference> {
  const likes = await readLikes(db, now);
  const trusted = likes.filter(({ isTrusted }) => isTrusted);
  const people = new Set(trusted.map(({ person }) => person)).size;
  const tastes = Map.groupBy(likes, ({ person }) => person);
  const likesOf = (app: string) => trusted.filter((like) => like.app === app);
  return {
    pairsOf(app) {
      const likers = likesOf(app)
        .slice(0, PEOPLE_PER_APP)
        .map(({ person }) => person);
      const together = new Map<string, number>();
      for (const person of likers)
        for (const { app: other } of (tastes.get(person) ?? []).slice(0, LIKES_PER_PERSON))
          if (other !== app) together.set(other, (together.get(other) ?? 0) + 1);
      return [...together]
        .filter(([, count]) => count >= PEOPLE_MIN)
        .map(([other, count]) => {
          const counts = { together: count, one: likers.length, other: likesOf(other).length, people };
          return { other, lift: lift(counts) };
        })
        .filter((pair) => pair.lift > 0)
        .toSorted((one, two) => two.lift - one.lift || (one.other < two.other ? -1 : 1))
        .slice(0, PAIRS_PER_APP);
    },
  };
}
