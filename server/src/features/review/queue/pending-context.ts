import { HOST_APPS_MAX, type PendingContext } from '@zapdeck/contract/moderation/pending-apps';
import { sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { type AppRow, HOST_OF_URL } from '../../../db/schema/apps.table.ts';
import { hostOf } from '../../../urls/host-rules.ts';

export const NO_CONTEXT: PendingContext = {
  resubmissions: 0,
  lastReason: null,
  changedSince: [],
  notes: 0,
  hostApps: [],
};

type ContextRow = PendingContext & { appId: string } & Record<string, unknown>;

export async function readContexts(
  db: Db,
  page: readonly Pick<AppRow, 'id' | 'url'>[],
): Promise<Map<string, PendingContext>> {
  if (page.length === 0) return new Map();
  const ids = sql.param(page.map(({ id }) => id));
  const hosts = sql.param(page.map(({ url }) => hostOf(url)));
  const { rows } = await db.execute<ContextRow>(sql`
    SELECT page.app_id AS "appId", sent.resubmissions, rejected.reason AS "lastReason",
      ARRAY(SELECT DISTINCT jsonb_object_keys(after) FROM app_events
        WHERE app_id = page.app_id AND action = 'app.changed' AND created_at > rejected.created_at
        ORDER BY 1) AS "changedSince",
      (SELECT count(*)::int FROM app_notes WHERE app_notes.app_id = page.app_id) AS notes,
      ARRAY(SELECT jsonb_build_object('id', id, 'title', title, 'status', status) FROM apps
        WHERE ${HOST_OF_URL} = page.host AND id <> page.app_id
        ORDER BY id DESC LIMIT ${sql.raw(String(HOST_APPS_MAX))}) AS "hostApps"
    FROM unnest(${ids}::uuid[], ${hosts}::text[]) AS page (app_id, host)
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS resubmissions FROM app_events
      WHERE app_id = page.app_id AND action = 'app.resubmitted'
    ) AS sent
    LEFT JOIN LATERAL (
      SELECT after->>'reviewReason' AS reason, created_at FROM app_events
      WHERE app_id = page.app_id AND after->>'status' = 'rejected' AND action <> 'app.withdrawn'
      ORDER BY created_at DESC LIMIT 1
    ) AS rejected ON true`);
  return new Map(rows.map(({ appId, ...context }) => [appId, context]));
}
