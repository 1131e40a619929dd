import type { AlgorithmParams } from '@zapdeck/contract/settings';
import { type Db, one } from '../../db/client.ts';
import { run } from '../../db/statement.ts';
import type { ReadyAnswer } from '../../http/ready-answer.ts';
import type { Viewer } from '../apps/present-app.ts';
import { readCandidates } from './candidates.ts';
import { decodeCursor, encodeCursor } from './cursor.ts';
import { advance, begin, type Deck, isAll, type NormalDeck, startDeck } from './deck.ts';
import { readApps } from './feed-apps.ts';
import { seenLeftStatement } from './feed-statements.ts';
import { type Place, recommend } from './recommend.ts';
import { dealRest, type Rest, startRest } from './rest.ts';
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
  next: Deck | Rest;
  isEnd: boolean;
}

/** Whether some of what the viewer had seen was seen again elsewhere before recycling came to it. */
async function hasLostSeen(db: Db, viewerId: string, deck: NormalDeck): Promise<boolean> {
  if (deck.seenLeft === 0) return false;
  const { count } = one(await run<{ count: number }>(db, seenLeftStatement(viewerId, deck)));
  return count < deck.seenLeft;
}

async function dealFrom(db: Db, viewerId: string, known: Deck, start: Start): Promise<Dealt> {
  // A deck is dealt to its end by the algorithm it began with; the other settings may change under it.
  const params = { ...start.params, algorithmType: known.algorithm };
  const candidates = await readCandidates(db, viewerId, known, params, start);
  const deck = known.asOf ? known : begin(known, candidates);
  const places = recommend(candidates, params);
  const ids = places.map(({ candidate }) => candidate.id);
  const next = advance(deck, candidates, places);
  if (!isAll(candidates, places)) return { ids, next, isEnd: false };
  const isLost = next.algorithm === 'normal' && (await hasLostSeen(db, viewerId, next));
  const rest = startRest(next.asOf ?? candidates.asOf, isLost ? next.startedAt : null);
  return dealRest(db, viewerId, rest, { taken: ids, size: params.appsPerPage });
}

/**
 * The first page of a new deck, or the next one of the deck that the cursor stands for, with the ids of its apps and the
 * cursor of the page after it. `isEnd` says that every app was dealt that was approved when the deck began or since: then
 * the cursor brings what is approved later. `invalid_input` names a malformed cursor.
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
    'rest' in deck
      ? await dealRest(db, viewer.id, deck, { taken: [], size: start.params.appsPerPage })
      : await dealFrom(db, viewer.id, deck, start);
  return { page: await readApps(db, viewer, ids), ids, cursor: encodeCursor(next), isEnd };
}
