import { defaultAlgorithm } from '@zapdeck/contract/settings';
import { type Db, one } from '../../db/client.ts';
import { run } from '../../db/statement.ts';
import { firstAppsStatement } from './candidates.ts';
import { isAllHidden } from './is-all-hidden.ts';
import type { OpenDeck } from './sources.ts';
import type { Start } from './start.ts';

interface FirstAppsOf extends Pick<Start, 'viewerId' | 'hiddenCategories'> {
  limit: number;
}

/**
 * Returns the ids of the first apps of each deck, seen or not, by score where the deck has no order of its own. Can find
 * fewer for viewers who hide most of a deck.
 */
export async function readFirstApps(
  db: Db,
  decks: readonly OpenDeck[],
  { viewerId, hiddenCategories, limit }: FirstAppsOf,
): Promise<string[][]> {
  const shown = decks.filter((deck) => !isAllHidden(deck, hiddenCategories));
  const queries = shown.map((deck) => ({
    deck,
    start: { viewerId, isGuest: false, newcomerShare: 0, hiddenCategories, seen: 0 },
    params: { ...defaultAlgorithm, algorithmType: 'simple' as const },
    isRecycling: false,
    pages: 1,
  }));
  const { ids } = one(await run<{ ids: string[][] }>(db, firstAppsStatement(queries, limit)));
  const byDeck = new Map(shown.map((deck, index) => [deck, ids[index]]));
  return decks.map((deck) => byDeck.get(deck) ?? []);
}
