import { type Db, one } from '../../db/client.ts';
import { run } from '../../db/statement.ts';
import { pairedApps } from '../for-you/paired-apps.ts';
import { freshSql, IS_SHOWN, READ_MAX, type Start } from './candidates.ts';
import { deckValue, IS_IN_ORDER, isUnseen, type OpenDeck, sourceOf } from './sources.ts';

interface FirstAppsOf extends Pick<Start, 'viewerId' | 'hides' | 'readsLanguages'> {
  limit: number;
}

interface FirstSelection {
  limit: number;
  skips: boolean;
}

function firstIds({ kind }: OpenDeck, place: number, { limit, skips }: FirstSelection): string {
  const asked = { viewer: 'asked.viewer_id', value: `asked.deck_values[${place + 1}]` };
  const source = sourceOf({ kind }, 'simple', asked);
  const first = `(SELECT json_agg(id) FROM (
    ${freshSql({ source, isLeft: () => 'true', skips, read: READ_MAX, rows: limit })}
  ) AS listed)`;
  if (!source.hasPairs) return `coalesce(${first}, '[]')`;
  const isShown = `${IS_IN_ORDER} AND ${isUnseen(asked.viewer)} AND ${IS_SHOWN}`;
  const paired = `WITH ${pairedApps(asked.viewer, isShown, limit)} SELECT json_agg(id) FROM paired`;
  return `coalesce((${paired}), ${first}, '[]')`;
}

async function readFirst(
  db: Db,
  decks: readonly OpenDeck[],
  { viewerId, hides, limit }: FirstAppsOf,
  languages: Start['readsLanguages'],
): Promise<string[][]> {
  const selection = { limit, skips: hides || languages !== null };
  const ids = decks.map((deck, place) => firstIds(deck, place, selection));
  const text = `SELECT json_build_array(${ids.join(', ')}) AS ids
    FROM (SELECT $1::uuid AS viewer_id, $2::text[] AS languages, $3::text[] AS deck_values OFFSET 0) AS asked`;
  return one(
    await run<{ ids: string[][] }>(db, { text, values: [viewerId, languages, decks.map(deckValue)] }),
  ).ids;
}

/** Returns ids of the first apps of each deck, seen or not. Returns fewer to viewers who hide most of a deck. */
export async function readFirstApps(
  db: Db,
  decks: readonly OpenDeck[],
  viewer: FirstAppsOf,
): Promise<string[][]> {
  const { readsLanguages, limit } = viewer;
  const first = await readFirst(db, decks, viewer, readsLanguages);
  if (readsLanguages === null || first.every((ids) => ids.length >= limit)) return first;
  const others = await readFirst(db, decks, viewer, null);
  return first.map((ids, index) => [...new Set([...ids, ...(others[index] ?? [])])].slice(0, limit));
}
