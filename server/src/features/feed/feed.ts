import type { App } from '@zapdeck/contract/apps';
import type { AlgorithmParams } from '@zapdeck/contract/settings';
import { and, eq, inArray } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { apps } from '../apps/apps.table.ts';
import { presentApp, selectApps, type Viewer } from '../apps/present-app.ts';
import { readAlgorithmParams } from '../settings/settings.ts';
import { readCandidates, readHistory } from './candidates.ts';
import { decodeCursor, encodeCursor } from './cursor.ts';
import { advance, type Deck, startDeck } from './deck.ts';
import { type Place, recommend } from './recommend.ts';

/** Exactly those of the apps that are approved, each once, in the order asked. */
export async function readApps(db: Db, viewer: Viewer, ids: readonly string[]): Promise<App[]> {
  if (ids.length === 0) return [];
  const wanted = [...new Set(ids.map((id) => id.toLowerCase()))];
  const rows = await selectApps(db, viewer).where(and(inArray(apps.id, wanted), eq(apps.status, 'approved')));
  const byId = new Map(rows.map((row) => [row.app.id, presentApp(row, viewer)]));
  return wanted.flatMap((id) => byId.get(id) ?? []);
}

async function newDeck(db: Db, viewerId: string, params: AlgorithmParams, now: Date): Promise<Deck> {
  const { isRecycling, lastViewedAt } = await readHistory(db, viewerId, params);
  // After everything seen so far, also where another node's clock was ahead when it was seen.
  const startedAt = Math.max(now.getTime(), (lastViewedAt?.getTime() ?? 0) + 1);
  return startDeck(params.algorithmType, startedAt, isRecycling);
}

/**
 * The first page that these parameters would deal to the viewer, best place first, with the reason for each. Nothing
 * of it is stored; an unknown viewer is somebody without history.
 */
export async function previewPage(
  db: Db,
  viewerId: string,
  params: AlgorithmParams,
  now: Date,
): Promise<Place[]> {
  const deck = await newDeck(db, viewerId, params, now);
  return recommend(await readCandidates(db, viewerId, deck, params), params);
}

/**
 * The first page of a new deck, or the next one of the deck that the cursor stands for, with the cursor of the page
 * after it: null when the whole approved catalogue has been dealt. `invalid_input` names a malformed cursor.
 */
export async function dealPage(
  db: Db,
  viewer: Viewer,
  cursor: string | undefined,
  now: Date,
): Promise<{ page: App[]; nextCursor: string | null }> {
  const settings = await readAlgorithmParams(db);
  const deck = cursor === undefined ? await newDeck(db, viewer.id, settings, now) : decodeCursor(cursor);
  // A deck is dealt to its end by the algorithm it began with; the other settings may change under it.
  const params = { ...settings, algorithmType: deck.algorithm };
  const candidates = await readCandidates(db, viewer.id, deck, params);
  const places = recommend(candidates, params);
  const next = advance(deck, candidates, places);
  return {
    page: await readApps(
      db,
      viewer,
      places.map(({ candidate }) => candidate.id),
    ),
    nextCursor: next && encodeCursor(next),
  };
}
