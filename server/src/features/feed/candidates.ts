import type { AlgorithmParams } from '@zapdeck/contract/settings';
import { type Db, one } from '../../db/client.ts';
import { run, type Statement } from '../../db/statement.ts';
import { runShared, type SharedStatement } from '../../db/together.ts';
import {
  type Deck,
  type FoundCandidates,
  isLeft,
  isUntouched,
  type Numbered,
  positionOf,
  rankingOf,
  type Recycled,
  standsBelow,
  startDeck,
  type UnseenDeck,
} from './deck.ts';
import {
  hasNewcomers,
  limitsOf,
  rankedStatement,
  seenStatement,
  unseenStatement,
} from './feed-statements.ts';
import { type Found, FRONTIER_FROM, isOutrun, storeFrontier, type UsedFrontier } from './frontier.ts';
import { unpack, unpackIds, walkedFor } from './packed-candidates.ts';
import type { Candidate } from './recommend.ts';
import { firstOpenIn, snapshotIn } from './snapshot.ts';
import type { Start } from './start.ts';
import { changedMax, type History, WALKED_MAX } from './unseen.ts';

/** What one statement found, all of one snapshot; the lists are in the order of the algorithm. */
interface Drawn extends Pick<FoundCandidates, 'fresh' | 'newcomers' | 'recycled' | 'asOf' | 'seen'> {
  /** What the viewer met since the deck began; none of it is in `fresh`. */
  met: readonly Numbered[];
  /** How many rows were walked for `fresh`. */
  walked: number;
  epoch: string;
  /** The approval number of the last newcomer there is, whoever has seen it. */
  lastNewcomer: number;
  /** What it was drawn from, and how many apps had changed since that was stored. */
  used: UsedFrontier | null;
  changed: number;
}

type RecycledRow = [
  id: string,
  category: string,
  rank: number,
  createdAt: number,
  lastViewedAt: number,
  passed: number,
];

interface DrawnRow extends Pick<Drawn, 'epoch'> {
  asOf: string;
  /** Each as `packed` writes it; null when it is empty, missing when it was not asked for. */
  fresh?: string | null;
  newcomers?: string | null;
  met?: string | null;
  recycled?: RecycledRow[] | null;
  seen?: number | null;
  lastNewcomer: number | null;
}

interface DrawnFromFrontier extends DrawnRow {
  /** The holes as they were stored, the ids of those that are gone, and what changed and stands above the frontier now. */
  holes: string;
  gone: string | null;
  moved: string | null;
  changed: number;
  usedRank: number;
  usedNewcomersAfter: number;
}

/** The best first. */
const inOrder = (apps: readonly Numbered[]): Numbered[] =>
  apps.toSorted((first, second) => (standsBelow(positionOf(first), positionOf(second)) ? 1 : -1));

const numbered = (list: string | null | undefined): Numbered[] =>
  unpack(list, (id, category, rank, createdAt, approvalNo) => ({
    id,
    category,
    rank,
    createdAt,
    approvalNo,
  }));

const recycledIn = (list: RecycledRow[] | null | undefined): Recycled[] =>
  (list ?? []).map(([id, category, rank, createdAt, lastViewedAt, passed]) => ({
    id,
    category,
    rank,
    createdAt,
    lastViewedAt,
    passed,
  }));

function drawnIn({ fresh, newcomers, met, recycled, seen, asOf, epoch, lastNewcomer }: DrawnRow): Drawn {
  return {
    fresh: numbered(fresh),
    newcomers: numbered(newcomers),
    met: numbered(met),
    recycled: recycledIn(recycled),
    walked: walkedFor(fresh),
    asOf: snapshotIn(asOf),
    seen: seen ?? 0,
    epoch,
    lastNewcomer: lastNewcomer ?? 0,
    used: null,
    changed: 0,
  };
}

/** What is left for the deck above its viewer's frontier, in order. */
function aboveFrontier({ holes, gone, moved }: DrawnFromFrontier, deck: UnseenDeck): Numbered[] {
  const stored = numbered(holes);
  if (gone === null && moved === null && isUntouched(deck)) return stored;
  const goneIds = new Set(unpackIds(gone));
  const isWanted = isLeft(deck);
  const left = stored.filter((app) => !goneIds.has(app.id) && isWanted(app));
  return inOrder([...left, ...numbered(moved)]);
}

const draw = async (db: Db, statement: Statement): Promise<Drawn> =>
  drawnIn(one(await run<DrawnRow>(db, statement)));

/** First pages are read together with those of others; what a deck remembers later on, lists too, is its own. */
async function readRow<Row extends DrawnRow>(
  db: Db,
  deck: UnseenDeck,
  statement: Statement,
): Promise<Row | undefined> {
  return isUntouched(deck)
    ? runShared<Row>(db, statement as SharedStatement)
    : (await run<Row>(db, statement))[0];
}

/** From the viewer's frontier on; null when there is none that still holds, or it is too far behind. */
async function drawFromFrontier(
  db: Db,
  deck: UnseenDeck,
  statement: Statement,
  { limit, seen }: { limit: number; seen: number },
): Promise<Drawn | null> {
  const row = await readRow<DrawnFromFrontier>(db, deck, statement);
  if (!row || row.changed > changedMax(seen)) return null;
  const below = drawnIn(row);
  if (below.walked > WALKED_MAX) return null;
  const fresh = [...aboveFrontier(row, deck), ...below.fresh].slice(0, limit);
  const used = { rank: row.usedRank, newcomersAfter: row.usedNewcomersAfter };
  return { ...below, fresh, used, changed: row.changed };
}

/** The recycled ones that are not fresh too, as an app is that was seen between two statements. */
function without(fresh: readonly Candidate[], recycled: readonly Recycled[]): Recycled[] {
  if (recycled.length === 0) return [];
  const freshIds = new Set(fresh.map(({ id }) => id));
  return recycled.filter(({ id }) => !freshIds.has(id));
}

function foundIn(drawn: Drawn, deck: UnseenDeck, params: AlgorithmParams): Found {
  const { fresh, newcomers, lastNewcomer, used, walked, changed, asOf, epoch } = drawn;
  const [next] = newcomers;
  const newcomersAfter = next ? next.approvalNo - 1 : lastNewcomer;
  return {
    ranking: rankingOf(deck.algorithm),
    unseen: fresh,
    limit: limitsOf(deck, params).fresh,
    walked,
    changed,
    asOf: firstOpenIn(asOf),
    epoch,
    newcomersAfter: hasNewcomers(deck, params) ? newcomersAfter : (used?.newcomersAfter ?? 0),
  };
}

/** The walks past a long history that this node has under way, by whose they are. */
const walks = new Map<string, Promise<Drawn>>();

/** Walks; who comes while somebody's walk is under way waits for it once, and mostly begins at the frontier it stored. */
async function walkAfterOthers(
  who: string,
  fromFrontier: () => Promise<Drawn | null>,
  walk: () => Promise<Drawn>,
): Promise<Drawn> {
  const other = walks.get(who);
  if (other) {
    await other.catch(() => undefined);
    const drawn = await fromFrontier();
    if (drawn) return drawn;
  }
  const ours = walk();
  walks.set(who, ours);
  try {
    return await ours;
  } finally {
    if (walks.get(who) === ours) walks.delete(who);
  }
}

/**
 * What is unseen, at a cost that does not grow with what was seen: a long history is begun at its frontier. Where none
 * serves, the whole order is walked from its top, and how far that came is kept.
 */
async function drawUnseen(
  db: Db,
  viewerId: string,
  deck: UnseenDeck,
  params: AlgorithmParams,
  { seen }: Start,
): Promise<Drawn> {
  const statementBy = (history: History, from = deck) =>
    unseenStatement({ id: viewerId, seen }, from, params, history);
  if (seen < FRONTIER_FROM) {
    const row = await readRow<DrawnRow>(db, deck, statementBy('short'));
    return drawnIn(one(row ? [row] : []));
  }
  const { fresh: limit } = limitsOf(deck, params);
  const fromFrontier = async () => drawFromFrontier(db, deck, statementBy('frontier'), { limit, seen });
  const keep = async (drawn: Drawn) => {
    const found = foundIn(drawn, deck, params);
    if (isOutrun(drawn.used, found)) await storeFrontier(db, viewerId, found);
    return drawn;
  };
  const drawn = await fromFrontier();
  if (isUntouched(deck)) {
    const walk = async () => keep(await draw(db, statementBy('long')));
    return drawn ? keep(drawn) : walkAfterOthers(`${viewerId} ${deck.algorithm}`, fromFrontier, walk);
  }
  if (drawn) return drawn;
  const untouched = startDeck(deck.algorithm, deck.startedAt, false) as UnseenDeck;
  const walked = await draw(db, statementBy('long', untouched));
  await storeFrontier(db, viewerId, foundIn(walked, untouched, params));
  // A reset or a recalculation may have come in between.
  return (await fromFrontier()) ?? draw(db, statementBy('long'));
}

/** What the deck's next page can be made of: always one more than it can take, which tells whether there is another. */
export async function readCandidates(
  db: Db,
  viewerId: string,
  deck: Deck,
  params: AlgorithmParams,
  start: Start,
): Promise<FoundCandidates> {
  if (deck.algorithm === 'simple') {
    const { fresh, asOf, seen } = await draw(db, rankedStatement(deck, params));
    return { fresh, newcomers: [], recycled: [], isRecycling: false, asOf, seen };
  }
  const isRecycling = deck.algorithm === 'normal' && deck.isRecycling;
  const drawn = await drawUnseen(db, viewerId, deck, params, start);
  const { newcomers, met, seen } = drawn;
  const { page, fresh: limit } = limitsOf(deck, params);
  const fresh = met.length > 0 ? inOrder([...drawn.fresh, ...met]).slice(0, limit) : drawn.fresh;
  const asOf = deck.asOf ?? drawn.asOf;
  const isShort = !isRecycling && fresh.length < page;
  const { recycled } = isShort ? await draw(db, seenStatement(viewerId, { ...deck, asOf }, params)) : drawn;
  return { fresh, newcomers, recycled: without([...fresh, ...newcomers], recycled), isRecycling, asOf, seen };
}
