import type { AlgorithmParams } from '@zapdeck/contract/settings';
import type { Db } from '../../db/client.ts';
import type { ReadyAnswer } from '../../http/ready-answer.ts';
import type { Viewer } from '../apps/present-app.ts';
import { readCandidates } from './candidates.ts';
import { decodeCursor, encodeCursor } from './cursor.ts';
import { advance, type Deck, startDeck } from './deck.ts';
import { dealApproved, endDeck, type EndedDeck } from './ended-deck.ts';
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

interface Dealt {
  ids: string[];
  /** What the next page is dealt from; at the end of the deck, what is approved from then on. */
  next: Deck | EndedDeck;
  isEnd: boolean;
}

async function dealFrom(db: Db, viewerId: string, deck: Deck, start: Start): Promise<Dealt> {
  // A deck is dealt to its end by the algorithm it began with; the other settings may change under it.
  const params = { ...start.params, algorithmType: deck.algorithm };
  const candidates = await readCandidates(db, viewerId, deck, params, start);
  const places = recommend(candidates, params);
  const ids = places.map(({ candidate }) => candidate.id);
  const next = advance(deck, candidates, places);
  return next ? { ids, next, isEnd: false } : { ids, next: await endDeck(db), isEnd: true };
}

/**
 * The first page of a new deck, or the next one of the deck that the cursor stands for, with the ids of its apps and the
 * cursor of the page after it. `isEnd` says that the whole approved catalogue has been dealt: then the cursor brings
 * what is approved later. `invalid_input` names a malformed cursor.
 */
export async function dealPage(
  db: Db,
  viewer: Viewer,
  cursor: string | undefined,
  now: Date,
): Promise<{ page: ReadyAnswer; ids: string[]; cursor: string; isEnd: boolean }> {
  const known = cursor === undefined ? undefined : decodeCursor(cursor);
  const start = await readStart(db, viewer.id);
  const deck = known ?? (await newDeck(db, viewer.id, start, start.params, now));
  const { ids, next, isEnd } =
    'approvedAfter' in deck
      ? await dealApproved(db, deck, start.params.appsPerPage)
      : await dealFrom(db, viewer.id, deck, start);
  return { page: await readApps(db, viewer, ids), ids, cursor: encodeCursor(next), isEnd };
}
