import { reasonLetters } from '../../feed/deal-hand.ts';
import type { RecordedPerson } from './estimate-likes.ts';
import type { LoggedCard, LoggedVisit } from './read-people.ts';

/** A person's visits, seen apps and hidden apps, as the database has them. */
interface StoredPerson {
  /** The earliest first. */
  visits: readonly LoggedVisit[];
  /** Seen apps, the least recently viewed first. */
  seen: readonly (readonly [appId: string, at: number])[];
  hidden: readonly string[];
}

const [NEWCOMER, RECYCLED] = [reasonLetters.newcomer, reasonLetters.recycled];

/**
 * Returns the cards that the person looked at in each visit: all cards up to the last one with a view since the visit began.
 * Only the last view of an app is known. It counts in the last visit that dealt the app.
 */
function cardsLookedAt(visits: readonly LoggedVisit[]): LoggedCard[][] {
  const lastDealt = new Map<string, number>();
  for (const [index, { startedAt, cards }] of visits.entries())
    for (const [appId, , seenAt] of cards)
      if (seenAt !== null && startedAt <= seenAt) lastDealt.set(appId, index);
  return visits.map(({ startedAt, cards }, index) => {
    const last = cards.findLastIndex(
      ([appId, , seenAt]) => seenAt !== null && startedAt <= seenAt && lastDealt.get(appId) === index,
    );
    return cards.slice(0, last + 1);
  });
}

/** Returns the recorded visits of a person, with apps as numbers. Apps without a number are left out. */
export function recordedPerson(
  { visits, seen, hidden }: StoredPerson,
  numbers: ReadonlyMap<string, number>,
): RecordedPerson {
  const numbered = (ids: readonly string[]) => ids.flatMap((id) => numbers.get(id) ?? []);
  const looked = cardsLookedAt(visits);
  const dealtFresh = new Set<string>();
  const dealtAgain = new Set<string>();
  const repeats = { cards: 0, likes: 0 };
  const looks: { app: number; isLiked: boolean }[] = [];
  for (const [index, cards] of looked.entries()) {
    const startedAt = visits[index]?.startedAt ?? 0;
    for (const [appId, reason, , likedAt] of cards) {
      const isLiked = likedAt !== null && likedAt >= startedAt;
      const app = numbers.get(appId);
      if (reason === RECYCLED && !dealtFresh.has(appId)) dealtAgain.add(appId);
      if (reason === RECYCLED || dealtFresh.has(appId)) {
        repeats.cards += 1;
        repeats.likes += Number(isLiked);
      } else if (app !== undefined) {
        dealtFresh.add(appId);
        looks.push({ app, isLiked });
      }
    }
  }
  return {
    looks,
    repeats,
    visits: visits.flatMap(({ startedAt, cards }, index) => {
      const places = looked[index]?.length ?? 0;
      const newcomers = cards.filter(([, reason]) => reason === NEWCOMER).map(([appId]) => appId);
      const newcomerShare = newcomers.length / cards.length;
      return places === 0 ? [] : { at: startedAt, places, newcomers: numbered(newcomers), newcomerShare };
    }),
    seenElsewhere: seen
      .flatMap(([appId, at]) => {
        const app = numbers.get(appId);
        if (app === undefined || dealtFresh.has(appId)) return [];
        // The time of the view before the visits is not stored.
        return { app, at: dealtAgain.has(appId) ? -Infinity : at };
      })
      .toSorted((one, other) => (one.at < other.at ? -1 : Number(one.at > other.at))),
    hidden: new Set(numbered(hidden)),
  };
}
