import type { AlgorithmParams } from '@zapdeck/contract/instance/settings';
import { type Db, one } from '../../db/client.ts';
import { readShared } from '../../db/shared-reads.ts';
import { run } from '../../db/statement.ts';
import { hidesAnything } from '../hidden/is-hidden.ts';
import { algorithmKind } from '../settings/kinds.ts';
import { valuesFrom } from '../settings/settings.ts';

export interface Start {
  params: AlgorithmParams;
  viewerId: string;
  countsAsGuest: boolean;
  newcomerShare: number;
  hides: boolean;
  readsLanguages: readonly string[] | null;
  /** Number of apps that the viewer has seen, including withdrawn ones. */
  seen: number;
  approved: number;
  withdrawn: number;
}

const START = `SELECT asked.no, params.values AS params,
    coalesce((SELECT seen FROM seen_counts WHERE user_id = asked.viewer_id), 0) AS seen,
    coalesce(viewer.counts_as_guest, false) AS "countsAsGuest", viewer.reads_languages AS "readsLanguages",
    (SELECT share FROM first_views_state) AS "newcomerShare",
    ${hidesAnything('asked.viewer_id')} AS hides, state.approved_apps AS approved, state.withdrawn_apps AS withdrawn
  FROM json_to_recordset($1::json) AS asked (no int, viewer_id uuid)
    CROSS JOIN settings AS params CROSS JOIN catalogue AS state
    LEFT JOIN LATERAL (
      SELECT counts_as_guest(users), reads_languages FROM users WHERE id = asked.viewer_id OFFSET 0
    ) AS viewer ON true
  WHERE params.kind = 'algorithm' AND params.is_active`;

/** Reads the settings and the history of the viewer. */
export async function readStart(db: Db, viewerId: string): Promise<Start> {
  const row = await readShared<Omit<Start, 'params' | 'viewerId'> & { params: Record<string, unknown> }>(db, {
    text: START,
    asked: { viewer_id: viewerId },
  });
  if (!row) throw new Error('No parameters of the algorithm are in force');
  const { countsAsGuest, newcomerShare, hides, readsLanguages, seen, approved, withdrawn } = row;
  const params = valuesFrom(algorithmKind, row.params);
  return { params, viewerId, countsAsGuest, newcomerShare, hides, readsLanguages, seen, approved, withdrawn };
}

/** Returns true if the viewer has seen enough approved apps that pages reserve places for recycled ones. */
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
