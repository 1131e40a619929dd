import type { AlgorithmParams } from '@zapdeck/contract/settings';
import type { Db } from '../../db/client.ts';
import type { Databases } from '../../db/read-pool.ts';
import type { ReadyAnswer } from '../../http/ready-answer.ts';
import type { Viewer } from '../apps/present-app.ts';
import type { Cursor } from './cursor.ts';
import { advance, type Dealt, type Found, isAll, nothingDealt } from './dealt.ts';
import { readApps } from '../apps/apps-by-id.ts';
import { type Place, recommend } from './recommend.ts';
import { hasLostSeen, readRecycled } from './recycled.ts';
import { type DealtIds, dealRest, startRest } from './rest.ts';
import { isEnoughSeen, readStart, type Start } from './start.ts';
import { readUnseen } from './unseen/read-unseen.ts';

async function startDeck(db: Db, start: Start, params: AlgorithmParams, now: Date): Promise<Dealt> {
  // After everything seen so far, also where another node's clock was ahead when it was seen.
  const startedAt = Math.max(now.getTime(), (start.lastViewedAt ?? 0) + 1);
  const isRecycling = params.algorithmType === 'normal' && (await isEnoughSeen(db, start, params));
  return nothingDealt(params.algorithmType, startedAt, isRecycling);
}

/** Candidates for the next page, more than it takes wherever there are: what is left shows that another page follows. */
async function findCandidates(
  databases: Databases,
  start: Start,
  dealt: Dealt,
  params: AlgorithmParams,
): Promise<Found> {
  const unseen = await readUnseen(databases, start, dealt, params);
  const { isRecycling } = dealt;
  const isShort = unseen.fresh.length <= params.appsPerPage;
  if (dealt.algorithm === 'simple' || !(isRecycling || isShort))
    return { ...unseen, recycled: [], isRecycling };
  const since = { ...dealt, asOf: dealt.asOf ?? unseen.asOf };
  const recycled = await readRecycled(databases.db, start.id, since, params.appsPerPage + 1);
  // Seen between the two reads.
  const fresh = new Set([...unseen.fresh, ...unseen.newcomers].map(({ id }) => id));
  return { ...unseen, recycled: recycled.filter(({ id }) => !fresh.has(id)), isRecycling };
}

/**
 * The first page that these parameters would deal to the viewer, best place first, with the reason for each. Nothing
 * of it counts as dealt or seen; an unknown viewer is somebody without history.
 */
export async function previewPage(
  databases: Databases,
  viewerId: string,
  params: AlgorithmParams,
  now: Date,
): Promise<Place[]> {
  const start = await readStart(databases.db, viewerId);
  const dealt = await startDeck(databases.db, start, params, now);
  return recommend(await findCandidates(databases, start, dealt, params), params);
}

async function dealInOrder(databases: Databases, start: Start, dealt: Dealt): Promise<DealtIds<Cursor>> {
  // A deck is dealt to its end by the algorithm it began with; the other settings may change under it.
  const params = { ...start.params, algorithmType: dealt.algorithm };
  const found = await findCandidates(databases, start, dealt, params);
  const places = recommend(found, params);
  const ids = places.map(({ candidate }) => candidate.id);
  const next = advance(dealt, found, places);
  if (!isAll(found, places)) return { ids, next, isEnd: false };
  const isLost = await hasLostSeen(databases.db, start.id, next);
  const rest = startRest(next.asOf ?? found.asOf, isLost ? next.startedAt : null);
  return dealRest(databases.db, start.id, rest, { taken: ids, size: params.appsPerPage });
}

/**
 * The first page of a new deck, or the next one of the deck that is known, with the ids of its apps. `next` is what the page
 * after it is dealt from. `isEnd` says that every approved app was dealt; then `next` brings what is approved later. So that
 * none is missed, a page has to be read from a state of the database that is no earlier than that of the page before.
 */
export async function dealPage(
  databases: Databases,
  viewer: Viewer,
  known: Cursor | undefined,
  now: Date,
): Promise<{ page: ReadyAnswer } & DealtIds<Cursor>> {
  const { db } = databases;
  const start = await readStart(db, viewer.id);
  const from = known ?? (await startDeck(db, start, start.params, now));
  const dealt =
    'rest' in from
      ? await dealRest(db, viewer.id, from, { taken: [], size: start.params.appsPerPage })
      : await dealInOrder(databases, start, from);
  return { page: await readApps(databases, viewer, dealt.ids), ...dealt };
}
