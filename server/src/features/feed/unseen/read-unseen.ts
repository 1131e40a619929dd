import { type AlgorithmParams, poolSize } from '@zapdeck/contract/settings';
import { type Db, one } from '../../../db/client.ts';
import type { Databases } from '../../../db/read-pool.ts';
import { readAlone, readShared } from '../../../db/shared-reads.ts';
import { type Dealt, type Found, isUntouched, NEWCOMERS_MAX, nothingDealt, type Placed } from '../dealt.ts';
import { newcomerShare } from '../recommend.ts';
import { snapshotIn } from '../../../db/snapshot.ts';
import { storeFrontier } from './frontier.ts';
import { type Asked, CHANGED_MAX, frontierStatement, plainStatement } from './unseen-sql.ts';

/** What a page can be made of that its viewer has not seen. */
export interface Unseen extends Pick<Found, 'fresh' | 'newcomers' | 'asOf' | 'seen'> {
  epoch: string;
  /** The approval number of the last newcomer there is, whoever has seen it. */
  lastNewcomer: number;
}

/** Whoever has seen fewer apps is served by walking past them. */
export const FRONTIER_FROM = 256;
/** So many of the fresh from below the frontier, or so many apps that changed, are worth a write to move it. */
const BELOW_FROM = 20;
const CHANGED_FROM = 256;

type Columns = [string[] | null, string[], number[], number[], number[]];

interface UnseenRow extends Pick<Unseen, 'epoch' | 'seen' | 'lastNewcomer'> {
  fresh: Columns;
  newcomers: Columns;
  asOf: string;
}

interface FrontierRow extends UnseenRow {
  /** Whether the frontier stands below every app. */
  isAtEnd: boolean;
  /** How many of the fresh stand above it, and how many apps have changed since it was stored. */
  above: number;
  changed: number;
}

const candidatesIn = ([ids, categories, ranks, times, numbers]: Columns): Placed[] =>
  (ids ?? []).map((id, at) => ({
    id,
    category: categories[at] ?? '',
    position: [ranks[at] ?? 0, times[at] ?? 0, id],
    approvalNo: numbers[at] ?? 0,
  }));

const unseenIn = ({ fresh, newcomers, asOf, epoch, seen, lastNewcomer }: UnseenRow): Unseen => ({
  fresh: candidatesIn(fresh),
  newcomers: candidatesIn(newcomers),
  asOf: snapshotIn(asOf),
  epoch,
  seen,
  lastNewcomer,
});

/** Past everything that was seen, by a statement of one's own where that is much; the reference for the other way. */
async function readPlainly(db: Db, asked: Asked): Promise<Unseen> {
  const read = asked.viewer.seen < FRONTIER_FROM ? readShared : readAlone;
  return unseenIn(one([await read<UnseenRow>(db, plainStatement(asked))]));
}

/** The same from the viewer's frontier on, which is moved when it pays; undefined when none holds or too much changed. */
async function readFromFrontier({ db, primary }: Databases, asked: Asked): Promise<Unseen | undefined> {
  const row = await readShared<FrontierRow>(db, frontierStatement(asked));
  if (!row || row.changed > CHANGED_MAX) return undefined;
  const unseen = unseenIn(row);
  const { length } = unseen.fresh;
  const isOutrun =
    length - row.above >= BELOW_FROM ||
    row.changed >= CHANGED_FROM ||
    (length < asked.limit.fresh && !row.isAtEnd);
  if (isOutrun && isUntouched(asked.dealt)) await storeFrontier(primary, asked, unseen);
  return unseen;
}

function askedOf(viewer: Asked['viewer'], dealt: Dealt, params: AlgorithmParams): Asked {
  if (dealt.algorithm !== 'normal')
    return { viewer, dealt, limit: { fresh: params.appsPerPage + 1, newcomers: 0 } };
  // At least one, which tells a frontier where the next one stands.
  const newcomers = Math.min(
    Math.max(1, newcomerShare(params.appsPerPage)),
    NEWCOMERS_MAX - dealt.newcomers.length,
  );
  return { viewer, dealt, limit: { fresh: poolSize(params) + 1, newcomers } };
}

/**
 * The best apps that the viewer had not seen when the deck began and that it has not dealt, always one more than a page
 * can take, and the first newcomers among them. However much somebody has seen, it costs about the same.
 */
export async function readUnseen(
  databases: Databases,
  viewer: Asked['viewer'],
  dealt: Dealt,
  params: AlgorithmParams,
): Promise<Unseen> {
  const { db, primary } = databases;
  const asked = askedOf(viewer, dealt, params);
  if (dealt.algorithm === 'simple' || viewer.seen < FRONTIER_FROM) return readPlainly(db, asked);
  const unseen = await readFromFrontier(databases, asked);
  if (unseen) return unseen;
  const fromTop = askedOf(viewer, nothingDealt(dealt.algorithm, dealt.startedAt, false), params);
  const first = await readPlainly(db, fromTop);
  await storeFrontier(primary, fromTop, first);
  // A reset or a recalculation may have come in between.
  return isUntouched(dealt) ? first : ((await readFromFrontier(databases, asked)) ?? readPlainly(db, asked));
}
