import type { AlgorithmParams } from '@zapdeck/contract/settings';
import { type Db, one } from '../../db/client.ts';
import { run, type Statement } from '../../db/statement.ts';
import {
  type Deck,
  type FoundCandidates,
  isUntouched,
  type Newcomer,
  type Recycled,
  startDeck,
  type UnseenDeck,
} from './deck.ts';
import {
  hasNewcomers,
  limitsOf,
  type List,
  rankedStatement,
  seenStatement,
  unseenStatement,
} from './feed-statements.ts';
import { type Found, FRONTIER_FROM, isOutrun, storeFrontier } from './frontier.ts';
import { type Packed, unpack } from './packed-candidates.ts';
import type { Candidate } from './recommend.ts';
import { rankingOf, type Start } from './start.ts';
import { type Frontier, type History, RISEN_MAX } from './unseen.ts';

/** What one statement found, all of one snapshot; the lists are in the order of the algorithm. */
interface Drawn {
  fresh: Candidate[];
  newcomers: Newcomer[];
  recycled: Recycled[];
  /** How many rows were walked for `fresh`, and how many apps had risen since the frontier was stored. */
  walked: number;
  risen: number;
  asOf: string;
  epoch: string;
  /** The approval number of the last newcomer there is, whoever has seen it. */
  lastNewcomer: number;
}

type DrawnRow = Pick<Drawn, 'risen' | 'asOf' | 'epoch'> & { lastNewcomer: number | null } & {
  /** Each as `packed` writes it; null when it is empty, missing when it was not asked for. */
  [list in List]?: Buffer | null;
};

const withoutNumber = ({ id, category, rank, createdAt }: Packed): Candidate => ({
  id,
  category,
  rank,
  createdAt,
});

async function draw(db: Db, statement: Statement): Promise<Drawn> {
  const { fresh, newcomers, recycled, lastNewcomer, ...snapshot } = one(await run<DrawnRow>(db, statement));
  const walked = unpack(fresh);
  return {
    ...snapshot,
    fresh: walked.map(withoutNumber),
    newcomers: unpack(newcomers).map((app) => ({ ...withoutNumber(app), approvalNo: app.number })),
    recycled: unpack(recycled).map((app) => ({ ...withoutNumber(app), lastViewedAt: app.number })),
    walked: Math.max(0, ...walked.map(({ number }) => number)),
    lastNewcomer: lastNewcomer ?? 0,
  };
}

/** The recycled ones that are not fresh too, as an app is that was seen between two statements. */
function without(fresh: readonly Candidate[], recycled: readonly Recycled[]): Recycled[] {
  const freshIds = new Set(fresh.map(({ id }) => id));
  return recycled.filter(({ id }) => !freshIds.has(id));
}

function foundIn(drawn: Drawn, deck: UnseenDeck, params: AlgorithmParams, used: Frontier | null): Found {
  const { fresh, newcomers, lastNewcomer, ...snapshot } = drawn;
  const [next] = newcomers;
  const newcomersAfter = next ? next.approvalNo - 1 : lastNewcomer;
  return {
    ...snapshot,
    ranking: rankingOf(deck.algorithm),
    unseen: fresh,
    limit: limitsOf(deck, params).fresh,
    newcomersAfter: hasNewcomers(deck, params) ? newcomersAfter : (used?.newcomersAfter ?? 0),
  };
}

/** Walks the whole order from its top for somebody whose history is long, and keeps how far that came. */
async function renewFrontier(
  db: Db,
  viewerId: string,
  deck: UnseenDeck,
  params: AlgorithmParams,
): Promise<Frontier> {
  const untouched = startDeck(deck.algorithm, deck.startedAt, false) as UnseenDeck;
  const drawn = await draw(db, unseenStatement(viewerId, untouched, params, 'long'));
  return storeFrontier(db, viewerId, foundIn(drawn, untouched, params, null));
}

/** What is unseen, at a cost that does not grow with what was seen: a long history is begun at its frontier. */
async function drawUnseen(
  db: Db,
  viewerId: string,
  deck: UnseenDeck,
  params: AlgorithmParams,
  start: Start,
): Promise<Drawn> {
  const drawFrom = (history: History) => draw(db, unseenStatement(viewerId, deck, params, history));
  if (start.seen < FRONTIER_FROM) return drawFrom('short');
  // A reset or a recalculation may have come between the frontier and what was drawn from it.
  const isSound = ({ risen, epoch }: Drawn) => risen <= RISEN_MAX && epoch === start.epoch;
  if (!isUntouched(deck)) {
    const drawn = start.frontier && (await drawFrom(start.frontier));
    if (drawn && isSound(drawn)) return drawn;
    return drawFrom(await renewFrontier(db, viewerId, deck, params));
  }
  let frontier = start.frontier;
  let drawn = await drawFrom(frontier ?? 'long');
  if (frontier && !isSound(drawn)) {
    frontier = null;
    drawn = await drawFrom('long');
  }
  const found = foundIn(drawn, deck, params, start.frontier);
  if (isOutrun(frontier, found)) await storeFrontier(db, viewerId, found);
  return drawn;
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
    const { fresh } = await draw(db, rankedStatement(deck, params));
    return { fresh, newcomers: [], recycled: [], isRecycling: false };
  }
  const isRecycling = deck.algorithm === 'normal' && deck.isRecycling;
  const drawn = await drawUnseen(db, viewerId, deck, params, start);
  const { fresh, newcomers } = drawn;
  const isShort = !isRecycling && fresh.length < limitsOf(deck, params).page;
  const { recycled } = isShort ? await draw(db, seenStatement(viewerId, deck, params)) : drawn;
  return { fresh, newcomers, recycled: without([...fresh, ...newcomers], recycled), isRecycling };
}
