import type { AlgorithmParams } from '@zapdeck/contract/instance/settings';
import { type Db, one } from '../../db/client.ts';
import { run } from '../../db/statement.ts';
import { readShared } from '../../db/shared-reads.ts';
import { hiddenCategories } from '../hidden/is-hidden.ts';
import { algorithmColumns } from '../settings/settings.ts';

/** The settings in force and the history of the viewer. */
export interface Start {
  params: AlgorithmParams;
  viewerId: string;
  /** First views of the viewer count within the limit of guests. */
  countsAsGuest: boolean;
  /** Share of the fresh places for newcomers. */
  newcomerShare: number;
  /** Categories that the viewer hides. Null if the viewer hides no category, tag or maker. */
  hiddenCategories: readonly string[] | null;
  /** Languages of apps that the viewer reads. Null: all. */
  readsLanguages: readonly string[] | null;
  /** Number of apps that the viewer has seen, withdrawn ones included. */
  seen: number;
  approved: number;
  withdrawn: number;
}

const PARAMS = Object.entries(algorithmColumns).map(([name, column]) => `params.${column.name} AS "${name}"`);

const START = `SELECT ${PARAMS.join(', ')},
    coalesce((SELECT seen FROM seen_counts WHERE user_id = $1::uuid), 0) AS seen,
    coalesce(counts_as_guest(viewer), false) AS "countsAsGuest",
    viewer.reads_languages AS "readsLanguages",
    (SELECT share FROM first_views_state) AS "newcomerShare",
    ${hiddenCategories('$1::uuid')} AS "hiddenCategories", state.approved_apps AS approved, state.withdrawn_apps AS withdrawn
  FROM algorithm_params AS params CROSS JOIN catalogue AS state
    LEFT JOIN users AS viewer ON viewer.id = $1::uuid WHERE params.is_active`;

/** Reads the settings in force and the history of the viewer. */
export async function readStart(db: Db, viewerId: string): Promise<Start> {
  const row = await readShared<AlgorithmParams & Omit<Start, 'params' | 'viewerId'>>(db, {
    text: START,
    values: [viewerId],
  });
  if (!row) throw new Error('No parameters of the algorithm are in force');
  const {
    countsAsGuest,
    newcomerShare,
    hiddenCategories: hidden,
    readsLanguages,
    seen,
    approved,
    withdrawn,
    ...params
  } = row;
  const viewer = { viewerId, countsAsGuest, newcomerShare, hiddenCategories: hidden, readsLanguages };
  return { params, ...viewer, seen, approved, withdrawn };
}

/**
 * Returns true if the viewer has seen enough of the approved catalogue for recycled apps to have places of their own.
 * Counts the rows of the viewer only if the answer depends on which of the seen apps were withdrawn.
 */
export async function isEnoughSeen(
  db: Db,
  { viewerId, seen, approved, withdrawn }: Start,
  { recycledContentThreshold }: AlgorithmParams,
): Promise<boolean> {
  const isEnough = (count: number) => count > 0 && count * 100 >= approved * recycledContentThreshold;
  if (!isEnough(seen)) return false;
  if (isEnough(seen - withdrawn)) return true;
  const counted = await run<{ seen: number }>(db, {
    text: `SELECT count(*)::int AS seen FROM seen_apps JOIN apps ON apps.id = seen_apps.app_id
      WHERE seen_apps.user_id = $1 AND apps.status = 'approved'`,
    values: [viewerId],
  });
  return isEnough(one(counted).seen);
}
