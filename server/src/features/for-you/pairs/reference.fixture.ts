import type { Db } from '../../../db/client.ts';
import { readReferenceLikes, type ReferenceLike } from '../../votes/trusted-likes.fixture.ts';
import { lift } from '../score.ts';
import { LIKES_PER_PERSON, PAIR_DAYS, PAIRS_PER_APP, PEOPLE_MIN, PEOPLE_PER_APP } from './refresh-pairs.ts';

const DAY_MS = 24 * 3_600_000;

const latestFirst = (one: ReferenceLike, other: ReferenceLike) =>
  other.at - one.at || (one.id < other.id ? 1 : -1);

interface ReferencePair {
  other: string;
  lift: number;
}

export interface Reference {
  pairsOf: (app: string) => ReferencePair[];
}

/** Computes pairs from all likes, by counting. Slow and obvious. */
export async function readReference(db: Db, now: Date): Promise<Reference> {
  const likes = (await readReferenceLikes(db, now))
    .filter(({ at }) => now.getTime() - at < PAIR_DAYS * DAY_MS)
    .toSorted(latestFirst);
  const counted = likes.filter(({ isCounted }) => isCounted);
  const people = new Set(counted.map(({ person }) => person)).size;
  const hasFew = likes.some(({ isCounted, isTrusted }) => isCounted && !isTrusted);
  const tastes = Map.groupBy(
    likes.filter(({ isSeen }) => isSeen || hasFew),
    ({ person }) => person,
  );
  const likesOf = (app: string) => counted.filter((like) => like.app === app);
  const weightOf = (list: readonly ReferenceLike[]) => list.reduce((sum, { weight }) => sum + weight, 0);
  return {
    pairsOf(app) {
      const likers = likesOf(app).slice(0, PEOPLE_PER_APP);
      const together = new Map<string, ReferenceLike[]>();
      for (const liker of likers)
        for (const { app: other } of (tastes.get(liker.person) ?? []).slice(0, LIKES_PER_PERSON))
          if (other !== app) together.set(other, [...(together.get(other) ?? []), liker]);
      return [...together]
        .filter(([, both]) => both.length >= PEOPLE_MIN)
        .map(([other, both]) => {
          const counts = {
            together: weightOf(both),
            one: weightOf(likers),
            other: weightOf(likesOf(other)),
            people,
          };
          return { other, lift: lift(counts) };
        })
        .filter((pair) => pair.lift > 0)
        .toSorted((one, two) => two.lift - one.lift || (one.other < two.other ? -1 : 1))
        .slice(0, PAIRS_PER_APP);
    },
  };
}
