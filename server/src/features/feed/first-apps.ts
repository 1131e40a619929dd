import { defaultAlgorithm } from '@zapdeck/contract/settings';
import { type Db, one } from '../../db/client.ts';
import { run } from '../../db/statement.ts';
import { firstAppsStatement } from './candidates.ts';
import type { OpenDeck } from './sources.ts';

/** Returns the ids of the first apps of each deck, seen or not, by score where the deck has no order of its own. */
export async function readFirstApps(
  db: Db,
  decks: readonly OpenDeck[],
  { viewerId, hides, limit }: { viewerId: string; hides: boolean; limit: number },
): Promise<string[][]> {
  const queries = decks.map((deck) => ({
    deck,
    start: { viewerId, isGuest: false, newcomerShare: 0, hides, seen: 0 },
    params: { ...defaultAlgorithm, algorithmType: 'simple' as const },
    isRecycling: false,
    pages: 1,
  }));
  return one(await run<{ ids: string[][] }>(db, firstAppsStatement(queries, limit))).ids;
}
