import { Count, Id } from '@zapdeck/contract/primitives';
import type { AlgorithmType } from '@zapdeck/contract/settings';
import * as z from 'zod/mini';
import type { FeedRanking } from '../../db/schema/feed.table.ts';
import { type Candidate, type Candidates, countUnseen, type Place } from './recommend.ts';
import { Snapshot } from './snapshot.ts';

/** Milliseconds since 1970, within what PostgreSQL can store; ends with the year 9999. */
export const Time = z.int().check(z.gte(0), z.lte(253_402_300_799_999));

/** Score, creation and id of an app: where it stands in the order by score. */
const ScorePosition = z.tuple([z.number(), Time, Id]);
/** The same for the order by upvotes. */
const UpvotesPosition = z.tuple([Count, Time, Id]);
export type Position = z.infer<typeof ScorePosition>;
/** Last meeting and id of an app: where it stands in the order of recycling. */
const ViewedPosition = z.tuple([Time, Id]);

const CATEGORY_MAX = 50;
const Category = z.string().check(
  z.maxLength(CATEGORY_MAX),
  z.refine((name) => name.isWellFormed() && !name.includes('\0')),
);

/**
 * What the first page was read from; null before. What its viewer meets later stays unseen to the deck, so that another
 * tab takes nothing out of it.
 */
const asOf = z.nullable(Snapshot);

/** How many newcomers a deck deals at most: what a cursor can remember, and far more than one sitting. */
export const NEWCOMERS_MAX = 300;

/**
 * *normal*: every approved app above `frontier` is dealt or seen. Within a category apps are dealt from the best down,
 * so the ones dealt below the frontier need one position per category: however many they are, the cursor stays small.
 * `newcomers` are the approval numbers of those dealt as such, ascending, because they come from anywhere in the order.
 * `seenLeft` counts what the viewer had seen at the beginning and recycling has not come past.
 */
const NormalDeck = z.object({
  algorithm: z.literal('normal'),
  startedAt: Time,
  isRecycling: z.boolean(),
  frontier: z.nullable(ScorePosition),
  dealt: z.array(z.tuple([Category, ScorePosition])),
  newcomers: z.array(z.int().check(z.gte(0))).check(z.maxLength(NEWCOMERS_MAX)),
  recycled: z.nullable(ViewedPosition),
  seenLeft: Count,
  asOf,
});
export type NormalDeck = z.infer<typeof NormalDeck>;

const SemiSimpleDeck = z.object({
  algorithm: z.literal('semi_simple'),
  startedAt: Time,
  unseen: z.nullable(UpvotesPosition),
  seen: z.nullable(UpvotesPosition),
  asOf,
});
export type SemiSimpleDeck = z.infer<typeof SemiSimpleDeck>;

const SimpleDeck = z.object({
  algorithm: z.literal('simple'),
  frontier: z.nullable(ScorePosition),
  asOf,
});
export type SimpleDeck = z.infer<typeof SimpleDeck>;

/** A deck of an algorithm that asks what its viewer has seen. */
export type UnseenDeck = NormalDeck | SemiSimpleDeck;

/** One walk of one viewer through the whole approved catalogue, as far as it has come. */
export const Deck = z.discriminatedUnion('algorithm', [NormalDeck, SemiSimpleDeck, SimpleDeck]);
export type Deck = z.infer<typeof Deck>;

/** A deck of which nothing is dealt. What was seen before it started comes back in it. */
export function startDeck(algorithm: AlgorithmType, startedAt: number, isRecycling: boolean): Deck {
  if (algorithm === 'simple') return { algorithm, frontier: null, asOf: null };
  if (algorithm === 'semi_simple') return { algorithm, startedAt, unseen: null, seen: null, asOf: null };
  const nothing = { frontier: null, dealt: [], newcomers: [], recycled: null, seenLeft: 0, asOf: null };
  return { algorithm, startedAt, isRecycling, ...nothing };
}

/** The new deck, now that it is known what its first page was read from. */
export function begin(deck: Deck, { asOf: snapshot, seen }: FoundCandidates): Deck {
  const begun = { ...deck, asOf: snapshot };
  return begun.algorithm === 'normal' ? { ...begun, seenLeft: seen } : begun;
}

/** The order that the algorithm walks through what is unseen. */
export function rankingOf(algorithm: AlgorithmType): FeedRanking {
  return algorithm === 'semi_simple' ? 'upvotes' : 'score';
}

/** True when nothing of the deck is dealt, so that what is left of the catalogue is all of it. */
export function isUntouched(deck: Deck): boolean {
  if (deck.algorithm === 'simple') return deck.frontier === null;
  if (deck.algorithm === 'semi_simple') return deck.unseen === null;
  return deck.frontier === null && deck.dealt.length === 0 && deck.newcomers.length === 0;
}

/** Where the app stands in the order that its algorithm walks. */
export const positionOf = ({ rank, createdAt, id }: Candidate): Position => [rank, createdAt, id];

/** True when the first stands below the second; as PostgreSQL compares, for which a lower-case id is its bytes. */
export function standsBelow(one: Position, other: Position): boolean {
  if (one[0] !== other[0]) return one[0] < other[0];
  if (one[1] !== other[1]) return one[1] < other[1];
  return one[2] < other[2];
}

/** True when the app, which the viewer has not seen, is not dealt yet. */
export function isLeft(deck: UnseenDeck): (app: Numbered) => boolean {
  if (deck.algorithm === 'semi_simple') {
    const { unseen } = deck;
    return (app) => unseen === null || standsBelow(positionOf(app), unseen);
  }
  const { frontier } = deck;
  const newcomers = new Set(deck.newcomers);
  const dealt = new Map(deck.dealt);
  return (app) => {
    const position = positionOf(app);
    const lowest = dealt.get(app.category);
    return (
      !newcomers.has(app.approvalNo) &&
      (frontier === null || standsBelow(position, frontier)) &&
      (lowest === undefined || standsBelow(position, lowest))
    );
  };
}

/** A candidate with its number in the order of approval. */
export interface Numbered extends Candidate {
  approvalNo: number;
}

/** A candidate that the viewer has seen, last at `lastViewedAt`: milliseconds since 1970. */
export interface Recycled extends Candidate {
  lastViewedAt: number;
  /** How many rows of what they have seen lie up to it from the one before it in the list. */
  passed: number;
}

/** Candidates as the database gives them, with what a deck remembers of them. */
export interface FoundCandidates extends Candidates {
  fresh: readonly Numbered[];
  newcomers: readonly Numbered[];
  /** None of them is among the others. */
  recycled: readonly Recycled[];
  /** Of the first page: what it was read from, and how much the viewer had seen then. */
  asOf: Snapshot;
  seen: number;
}

function newcomersOf(places: readonly Place[], newcomers: readonly Numbered[]): Numbered[] {
  const ids = new Set(
    places.filter(({ reason }) => reason === 'newcomer').map(({ candidate }) => candidate.id),
  );
  return newcomers.filter(({ id }) => ids.has(id));
}

function lastOf(places: readonly Place[], reason: Place['reason']): Candidate | undefined {
  return places.findLast((place) => place.reason === reason)?.candidate;
}

function advanceNormal(
  deck: NormalDeck,
  { fresh, newcomers, recycled }: FoundCandidates,
  places: readonly Place[],
): NormalDeck {
  const ids = new Set(places.map(({ candidate }) => candidate.id));
  const firstLeft = fresh.findIndex(({ id }) => !ids.has(id));
  const aboveLeft = fresh[firstLeft === -1 ? fresh.length - 1 : firstLeft - 1];
  const frontier = aboveLeft ? positionOf(aboveLeft) : deck.frontier;

  const dealt = new Map(deck.dealt);
  const recycledLast = recycled.findLast(({ id }) => ids.has(id));
  const passed = recycled.slice(0, recycledLast ? recycled.indexOf(recycledLast) + 1 : 0);
  const newcomersDealt = newcomersOf(places, newcomers);
  for (const { id } of newcomersDealt) ids.delete(id);
  // From the best down: the last position of a category to be set is its lowest.
  for (const candidate of fresh)
    if (ids.has(candidate.id)) dealt.set(candidate.category, positionOf(candidate));
  return {
    ...deck,
    frontier,
    dealt: [...dealt].filter(([, position]) => frontier === null || standsBelow(position, frontier)),
    newcomers: [...deck.newcomers, ...newcomersDealt.map(({ approvalNo }) => approvalNo)],
    recycled: recycledLast ? [recycledLast.lastViewedAt, recycledLast.id] : deck.recycled,
    seenLeft: Math.max(0, deck.seenLeft - passed.reduce((sum, app) => sum + app.passed, 0)),
  };
}

/** Whether the places are all that there was for the deck. */
export const isAll = (candidates: FoundCandidates, places: readonly Place[]): boolean =>
  places.length === countUnseen(candidates) + candidates.recycled.length;

/** The deck after these places of these candidates were dealt. */
export function advance(deck: Deck, candidates: FoundCandidates, places: readonly Place[]): Deck {
  if (deck.algorithm === 'normal') return advanceNormal(deck, candidates, places);
  if (deck.algorithm === 'simple') {
    const last = lastOf(places, 'ranked');
    return { ...deck, frontier: last ? positionOf(last) : deck.frontier };
  }
  const [unseen, seen] = [lastOf(places, 'fresh'), lastOf(places, 'recycled')];
  return {
    ...deck,
    unseen: unseen ? positionOf(unseen) : deck.unseen,
    seen: seen ? positionOf(seen) : deck.seen,
  };
}
