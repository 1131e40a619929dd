import { newInstance } from '@zapdeck/contract/instance/instance';
import { sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import type { CurrentInstance } from '../../deps.ts';
import { settings } from '../../db/schema/settings.table.ts';
import { readInstance } from './instance.ts';

const REFRESH_MS = 2_000;

/** SQL: a text that differs after each change of the settings, of the terms' version and of the texts of legal pages. */
const inForce = sql<string | null>`string_agg(concat(id, values ->> 'termsVersion'), ' ' ORDER BY id)`;

/** Caches the settings of the instance, which every page and mail needs. The defaults apply until the first `refresh`. */
export function createCurrentInstance(db: Db, onError: (error: unknown) => void): CurrentInstance {
  let current = newInstance;
  let version: string | undefined;
  let timer: NodeJS.Timeout | undefined;
  const refresh = async () => {
    const [row] = await db
      .select({ inForce })
      .from(settings)
      .where(sql`is_active AND (kind = 'instance' OR kind LIKE 'legal/%')`);
    if (!row?.inForce || row.inForce === version) return;
    current = await readInstance(db);
    version = row.inForce;
  };
  let isStopped = false;
  const follow = () => {
    if (isStopped) return;
    timer = setTimeout(() => void refresh().catch(onError).finally(follow), REFRESH_MS).unref();
  };
  const stop = () => {
    isStopped = true;
    clearTimeout(timer);
  };
  return Object.assign(() => current, { refresh, follow, stop });
}
