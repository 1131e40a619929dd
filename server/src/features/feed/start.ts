import type { AlgorithmParams } from '@zapdeck/contract/settings';
import { type Db, one } from '../../db/client.ts';
import { run } from '../../db/statement.ts';
import { readShared } from '../../db/shared-reads.ts';
import { algorithmColumns } from '../settings/settings.ts';
import { millisecondsOf } from './order.ts';

/** What a page begins with: the settings in force, and who asks as far as the feed knows them. */
export interface Start {
  params: AlgorithmParams;
  /** Whose page it is. */
  id: string;
  /** How many apps the viewer has seen, withdrawn ones too. */
  seen: number;
  /** In milliseconds since 1970. */
  lastViewedAt: number | null;
  approved: number;
  withdrawn: number;
}

const PARAMS = Object.entries(algorithmColumns).map(([name, column]) => `params.${column.name} AS "${name}"`);

const START = `SELECT ${PARAMS.join(', ')},
    coalesce((SELECT seen FROM seen_counts WHERE user_id = $1::uuid), 0) AS seen,
    state.approved_apps AS approved, state.withdrawn_apps AS withdrawn,
    (SELECT ${millisecondsOf('max(last_viewed_at)')} FROM seen_apps WHERE user_id = $1::uuid) AS "lastViewedAt"
  FROM algorithm_params AS params CROSS JOIN catalogue AS state WHERE params.is_active`;

/** What the page of this viewer begins with. */
export async function readStart(db: Db, viewerId: string): Promise<Start> {
  const row = await readShared<AlgorithmParams & Omit<Start, 'params' | 'id'>>(db, {
    text: START,
    values: [viewerId],
  });
  if (!row) throw new Error('No parameters of the algorithm are in force');
  const { seen, lastViewedAt, approved, withdrawn, ...params } = row;
  return { params, id: viewerId, seen, lastViewedAt, approved, withdrawn };
}

/**
 * Whether the viewer has seen at least so many percent of the approved catalogue, so that recycled apps get places of
 * their own. The counts decide, unless it hangs on which of the seen apps were withdrawn: then those are counted.
 */
export async function isEnoughSeen(
  db: Db,
  { id, seen, approved, withdrawn }: Start,
  { recycledContentThreshold }: AlgorithmParams,
): Promise<boolean> {
  const isEnough = (count: number) => count > 0 && count * 100 >= approved * recycledContentThreshold;
  if (!isEnough(seen)) return false;
  if (isEnough(seen - withdrawn)) return true;
  const counted = await run<{ seen: number }>(db, {
    text: `SELECT count(*)::int AS seen FROM seen_apps JOIN apps ON apps.id = seen_apps.app_id
      WHERE seen_apps.user_id = $1 AND apps.status = 'approved'`,
    values: [id],
  });
  return isEnough(one(counted).seen);
}
