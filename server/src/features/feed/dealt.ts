import { Count, Id } from '@zapdeck/contract/primitives';
import type { AlgorithmType } from '@zapdeck/contract/settings';
import * as z from 'zod/mini';
import { type Position, standsBelow } from './order.ts';
import { type Candidate, type Candidates, countUnseen, type Place } from './recommend.ts';
import { Snapshot } from '../../db/snapshot.ts';

/** Milliseconds since 1970, within what PostgreSQL can store; ends with the year 9999. */
export const Time = z.int().check(z.gte(0), z.lte(253_402_300_799_999));

/** How many newcomers a deck deals at most: what a cursor can remember, and far more than one sitting. */
export const NEWCOMERS_MAX = 300;

const CATEGORY_MAX = 50;
const Category = z.string().check(
  z.maxLength(CATEGORY_MAX),
  z.refine((name) => name.isWellFormed() && !name.includes('\0')),
);

const deckOf = <Algorithm extends AlgorithmType, Rank extends z.ZodMiniType<number>>(
  algorithm: Algorithm,
  rank: Rank,
  recycledBy: z.ZodMiniType<number>,
) => {
  const position = z.tuple([rank, Time, Id]);
  return z.object({
    algorithm: z.literal(algorithm),
    startedAt: Time,
    /** What the first page was read from; null before. What its viewer meets later stays unseen to the deck. */
    asOf: z.nullable(Snapshot),
    /** Everything from here up is dealt, or was seen when the deck began. */
    after: z.nullable(position),
    /** By category, the lowest position dealt below `after`: within a category apps are dealt from the best down. */
    lowest: z.array(z.tuple([Category, position])),
    /** The numbers of approval of those dealt as newcomers, ascending: they come from anywhere in the order. */
    newcomers: z.array(z.int().check(z.gte(0))).check(z.maxLength(NEWCOMERS_MAX)),
    /** Whether what was seen has places of its own on each page. */
    isRecycling: z.boolean(),
    /** How far what was seen has come back: by the time of the last meeting (*normal*) or by upvotes. */
    recycledAfter: z.nullable(z.tuple([recycledBy, Time, Id])),
    /** How much of what was seen at the beginning recycling has not come past. */
    seenLeft: Count,
  });
};

/** What a deck has dealt so far in the order of its algorithm: however much that is, it stays small. */
export const Dealt = z.discriminatedUnion('algorithm', [
  deckOf('normal', z.number(), Time),
  deckOf('semi_simple', Count, Count),
  deckOf('simple', z.number(), z.never()),
]);
export type Dealt = z.infer<typeof Dealt>;

/** A candidate with its place in the order of the algorithm, and its number in that of approval. */
export interface Placed extends Candidate {
  position: Position;
  approvalNo: number;
}

/** A candidate that the viewer has seen, with its place in the order of what comes back. */
export interface Recycled extends Candidate {
  position: Position;
  /** How many rows of what they have seen lie up to it from where the deck's recycling is. */
  passed: number;
}

/** Candidates with what a deck remembers of them. */
export interface Found extends Candidates {
  fresh: readonly Placed[];
  newcomers: readonly Placed[];
  recycled: readonly Recycled[];
  /** What they were read from, and how much the viewer had seen then. */
  asOf: Snapshot;
  seen: number;
}

/** True while the deck has dealt none of the unseen apps. */
export const isUntouched = ({ after, lowest, newcomers }: Dealt): boolean =>
  !after && lowest.length === 0 && newcomers.length === 0;

/** A new deck. What was seen before it started comes back in it. */
export const nothingDealt = (algorithm: AlgorithmType, startedAt: number, isRecycling: boolean): Dealt => ({
  algorithm,
  startedAt,
  asOf: null,
  after: null,
  lowest: [],
  newcomers: [],
  isRecycling,
  recycledAfter: null,
  seenLeft: 0,
});

/** Whether the places are all that there was for the deck. */
export const isAll = (found: Found, places: readonly Place[]): boolean =>
  places.length === countUnseen(found) + found.recycled.length;

/** The deck's state after this page; the first page also stores its snapshot. */
export function advance(before: Dealt, found: Found, places: readonly Place[]): Dealt {
  const dealt = before.asOf ? before : { ...before, asOf: found.asOf, seenLeft: found.seen };
  const { fresh, newcomers, recycled } = found;
  const reasons = new Map(places.map(({ candidate, reason }) => [candidate.id, reason]));
  const firstLeft = fresh.findIndex(({ id }) => !reasons.has(id));
  const after = fresh[firstLeft === -1 ? fresh.length - 1 : firstLeft - 1]?.position ?? dealt.after;
  const lowest = new Map(dealt.lowest);
  // From the best down: the last position of a category to be set is its lowest.
  for (const { id, category, position } of fresh)
    if (reasons.get(id) === 'fresh') lowest.set(category, position);
  const met = newcomers.filter(({ id }) => reasons.get(id) === 'newcomer');
  const passed = recycled.findLast(({ id }) => reasons.has(id));
  return {
    ...dealt,
    after,
    lowest: [...lowest].filter(([, position]) => !after || standsBelow(position, after)),
    newcomers: [...dealt.newcomers, ...met.map(({ approvalNo }) => approvalNo)],
    recycledAfter: passed?.position ?? dealt.recycledAfter,
    seenLeft: Math.max(0, dealt.seenLeft - (passed?.passed ?? 0)),
  };
}
