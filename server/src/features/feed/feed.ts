import type { AlgorithmParams } from '@zapdeck/contract/settings';
import type { Db } from '../../db/client.ts';
import type { ReadyAnswer } from '../../http/ready-answer.ts';
import type { Viewer } from '../apps/present-app.ts';
import { readCandidates } from './candidates.ts';
import { decodeCursor, encodeCursor } from './cursor.ts';
import { advance, type Deck, startDeck } from './deck.ts';
import { readApps } from './feed-apps.ts';
import { type Place, recommend } from './recommend.ts';
import { isEnoughSeen, readStart, type Start } from './start.ts';

async function newDeck(
  db: Db,
  viewerId: string,
  start: Start,
  params: AlgorithmParams,
  now: Date,
): Promise<Deck> {
  // After everything seen so far, also where another node's clock was ahead when it was seen.
  const startedAt = Math.max(now.getTime(), (start.lastViewedAt ?? 0) + 1);
  const isRecycling = params.algorithmType === 'normal' && (await isEnoughSeen(db, viewerId, start, params));
  return startDeck(params.algorithmType, startedAt, isRecycling);
}

/**
 * The first page that these parameters would deal to the viewer, best place first, with the reason for each. Nothing
 * of it counts as dealt or seen; an unknown viewer is somebody without history.
 */
export async function previewPage(
  db: Db,
  viewerId: string,
  params: AlgorithmParams,
  now: Date,
): Promise<Place[]> {
  const start = await readStart(db, viewerId);
  const deck = await newDeck(db, viewerId, start, params, now);
  return recommend(await readCandidates(db, viewerId, deck, params, start), params);
}

/**
 * The first page of a new deck, or the next one of the deck that the cursor stands for, with the ids of its apps and the
 * cursor of the page after it: null when the whole approved catalogue has been dealt. `invalid_input` names a malformed cursor.
 */
export async function dealPage(
  db: Db,
  viewer: Viewer,
  cursor: string | undefined,
  now: Date,
): Promise<{ page: ReadyAnswer; ids: string[]; nextCursor: string | null }> {
  const dealt = cursor === undefined ? undefined : decodeCursor(cursor);
  const start = await readStart(db, viewer.id);
  const deck = dealt ?? (await newDeck(db, viewer.id, start, start.params, now));
  // A deck is dealt to its end by the algorithm it began with; the other settings may change under it.
  const params = { ...start.params, algorithmType: deck.algorithm };
  const candidates = await readCandidates(db, viewer.id, deck, params, start);
  const places = recommend(candidates, params);
  const next = advance(deck, candidates, places);
  const ids = places.map(({ candidate }) => candidate.id);
  return { page: await readApps(db, viewer, ids), ids, nextCursor: next && encodeCursor(next) };
}
