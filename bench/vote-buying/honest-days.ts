import type { Database } from '@zapdeck/server/db/client';
import { refreshTrending } from '@zapdeck/server/features/feed/trending/trending';
import { chooseToday } from '@zapdeck/server/features/today/choose-today';
import { sequence } from '@zapdeck/server/testing/random';
import { shuffle } from '../ratings/shuffle.ts';
import { DAY_MS, HOUR_MS, type Instance, type Member, START } from './instance.ts';
import { storePlaces } from './places.ts';
import { drawDeck, openDeck, reactTo, sendReaction } from './visits.ts';

/** Visits that begin before any of them has ended. */
const AT_ONCE = 16;
/** Time between two computations of `trending`. */
export const WINDOW_MS = 6 * HOUR_MS;

/** Computes `trending`, and at the end of a day the app of the next one. */
export async function computeDecks({ db }: Database, end: number): Promise<void> {
  await refreshTrending(db, new Date(end - 1));
  if ((end - START) % DAY_MS === 0) await chooseToday(db, new Date(end));
}

/** Lets members visit at these times. */
async function visitInWindow(
  { db }: Database,
  instance: Instance,
  coming: readonly { member: Member; now: Date }[],
  random: () => number,
): Promise<void> {
  for (let first = 0; first < coming.length; first += AT_ONCE) {
    const visits = coming.slice(first, first + AT_ONCE);
    const pages = await Promise.all(
      visits.map(({ member, now }) => openDeck(db, member, drawDeck(member, random), now)),
    );
    const reactions = visits.map(({ member }, index) =>
      reactTo(instance, member, pages[index]?.ids ?? [], random),
    );
    await Promise.all(
      visits.map(({ member, now }, index) =>
        sendReaction(db, member, reactions[index] ?? { viewed: [], ballots: [] }, now),
      ),
    );
  }
}

/** Lets the members visit on all days. `onDay` is called after each. */
export async function runHonestDays(
  database: Database,
  instance: Instance,
  onDay: (day: number) => void,
): Promise<void> {
  const { members, size } = instance;
  for (let day = 0; day < size.days; day += 1) {
    const random = sequence(size.seed * 1_000 + day);
    const start = START + day * DAY_MS;
    const coming = shuffle([...members], random)
      .slice(0, size.visitsPerDay)
      .map((member, visit) => ({
        member,
        now: new Date(start + ((visit + 0.5) / size.visitsPerDay) * DAY_MS),
      }));
    for (let from = start; from < start + DAY_MS; from += WINDOW_MS) {
      const end = from + WINDOW_MS;
      const inWindow = coming.filter(({ now }) => now.getTime() >= from && now.getTime() < end);
      await visitInWindow(database, instance, inWindow, random);
      await computeDecks(database, end);
      await storePlaces(database.pool, end);
    }
    await database.pool.query('ANALYZE');
    onDay(day);
  }
}
