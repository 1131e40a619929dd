import type { Deck } from '@zapdeck/contract/decks';
import type { AlgorithmType } from '@zapdeck/contract/settings';
import type { Use } from '../../db/statement.ts';
import type { Key } from './order.ts';

/** Writes an SQL condition. */
type Condition = (use: Use) => string;

/** The apps of a deck and their order, in SQL. */
export interface Source {
  /** Tables, `apps` among them. */
  from: string;
  /** Condition on the tables of `from`: the app is in the deck. Leaves the apps that the viewer has seen to `skipsSeen`. */
  where: Condition;
  keys: readonly Key[];
  /** Condition on `apps` alone: the app is in the deck. Null if all approved apps are. */
  contains: Condition | null;
  skipsSeen: boolean;
  hasNewcomers: boolean;
}

/** A deck of a viewer, with the algorithm that it keeps. */
export interface ViewersDeck {
  deck: Deck;
  viewerId: string;
  algorithm: AlgorithmType;
}

const CREATED_AT: Key = { column: 'apps.created_at', type: 'timestamptz' };
const ID: Key = { column: 'apps.id', type: 'uuid' };

/** Each approval has its own number. */
const byApproval: readonly Key[] = [{ column: 'apps.approval_no', type: 'int8' }];
const byLike: readonly Key[] = [{ column: 'votes.created_at', type: 'timestamptz' }, ID];
const byScore: readonly Key[] = [{ column: 'apps.ranking_score', type: 'float8' }, CREATED_AT, ID];
const byUpvotes: readonly Key[] = [{ column: 'apps.upvotes', type: 'int4' }, CREATED_AT, ID];
const byAlgorithm = { normal: byScore, simple: byScore, semi_simple: byUpvotes } as const satisfies Record<
  AlgorithmType,
  readonly Key[]
>;

/** Returns a condition: the viewer has not seen the app. Looks up each app: the planner cannot turn a scalar subquery into a join. */
export const unseenOneByOne =
  (viewerId: string): Condition =>
  (use) =>
    `(SELECT true FROM seen_apps WHERE user_id = ${use(viewerId)}::uuid AND app_id = apps.id) IS NOT TRUE`;

const isLike =
  (viewerId: string): Condition =>
  (use) =>
    `votes.user_id = ${use(viewerId)}::uuid AND votes.vote_type = 'up'`;

/** Returns a condition on `apps` alone: the app is in the deck. Null if all approved apps are. */
export function membershipOf({ kind, value }: Deck, viewerId: string): Condition | null {
  switch (kind) {
    case 'best':
    case 'new':
      return null;
    case 'unseen':
      return unseenOneByOne(viewerId);
    case 'liked':
      return (use) => `EXISTS (SELECT FROM votes WHERE votes.app_id = apps.id AND ${isLike(viewerId)(use)})`;
    case 'category':
      return (use) => `apps.category = ${use(value)}`;
    case 'tag':
      return (use) => `apps.tags @> ARRAY[${use(value)}::text]`;
    case 'maker':
      return (use) =>
        `apps.submitted_by = (SELECT id FROM users WHERE handle = ${use(value)} AND suspended_at IS NULL)`;
  }
}

/** Returns true if the deck has its own order. The algorithm in force orders all other decks. */
export const isOrdered = ({ kind }: Pick<Deck, 'kind'>): boolean =>
  kind === 'new' || kind === 'unseen' || kind === 'liked';

/** Returns the apps of the deck and their order. */
export function sourceOf({ deck, viewerId, algorithm }: ViewersDeck): Source {
  const contains = membershipOf(deck, viewerId);
  const all = { from: 'apps', where: () => 'true', contains, skipsSeen: false, hasNewcomers: false };
  switch (deck.kind) {
    case 'new':
      return { ...all, keys: byApproval };
    case 'unseen':
      return { ...all, keys: byApproval, skipsSeen: true };
    case 'liked':
      return {
        ...all,
        from: 'votes JOIN apps ON apps.id = votes.app_id',
        where: isLike(viewerId),
        keys: byLike,
      };
    default:
      return {
        ...all,
        where: contains ?? all.where,
        keys: byAlgorithm[algorithm],
        skipsSeen: algorithm !== 'simple',
        hasNewcomers: deck.kind === 'best' && algorithm === 'normal',
      };
  }
}
