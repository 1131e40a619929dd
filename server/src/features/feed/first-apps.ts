import { defaultAlgorithm } from '@zapdeck/contract/instance/settings';
import { type Db, one } from '../../db/client.ts';
import { run } from '../../db/statement.ts';
import { firstAppsStatement } from './candidates.ts';
import { isAllHidden } from './is-all-hidden.ts';
import type { OpenDeck } from './sources.ts';
import type { Start } from './start.ts';

interface FirstAppsOf extends Pick<Start, 'viewerId' | 'hiddenCategories' | 'readsLanguages'> {
  limit: number;
}

/** Reads the ids of the first apps of each deck, only those in the languages if given. */
async function readFirst(
  db: Db,
  decks: readonly OpenDeck[],
  { limit, ...viewer }: FirstAppsOf,
  languages: Start['readsLanguages'],
): Promise<string[][]> {
  const queries = decks.map((deck) => ({
    deck,
    languages,
    start: { ...viewer, countsAsGuest: false, newcomerShare: 0, seen: 0 },
    params: { ...defaultAlgorithm, algorithmType: 'simple' as const },
    isRecycling: false,
    pages: 1,
  }));
  return one(await run<{ ids: string[][] }>(db, firstAppsStatement(queries, limit))).ids;
}

/**
 * Returns the ids of the first apps of each deck, seen or not, by score where the deck has no order of its own. Can find
 * fewer for viewers who hide most of a deck.
 */
export async function readFirstApps(
  db: Db,
  decks: readonly OpenDeck[],
  viewer: FirstAppsOf,
): Promise<string[][]> {
  const { hiddenCategories, readsLanguages, limit } = viewer;
  const shown = decks.filter((deck) => !isAllHidden(deck, hiddenCategories));
  const first = await readFirst(db, shown, viewer, readsLanguages);
  const isShort = readsLanguages !== null && first.some((ids) => ids.length < limit);
  const others = isShort ? await readFirst(db, shown, viewer, null) : [];
  const idsOf = (index: number) => [...new Set([...(first[index] ?? []), ...(others[index] ?? [])])];
  const byDeck = new Map(shown.map((deck, index) => [deck, idsOf(index).slice(0, limit)]));
  return decks.map((deck) => byDeck.get(deck) ?? []);
}
