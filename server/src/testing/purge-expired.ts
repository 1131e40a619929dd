import { expiryPurges } from '../start/maintenance.job.ts';
import { retentionPurges } from '../start/retention.job.ts';
import { type Purge, runPurges } from '../jobs/purges.ts';
import type { TestApp } from './test-app.ts';
import type { Deps } from '../deps.ts';

const limits = { workMs: Infinity, isStopping: () => false };

/** Runs purges to their end, as at the time. Throws if one fails. */
export async function purge(
  { app, deps }: Pick<TestApp, 'app' | 'deps'>,
  purges: Readonly<Record<string, Purge<Deps>>>,
  now = deps.clock(),
): Promise<Record<string, number>> {
  const counts = await runPurges({ ...deps, clock: () => now }, purges, { ...limits, log: app.log });
  const { rows } = await deps.pool.query<{ name: string }>('SELECT name FROM failing_purges');
  if (rows.length > 0) throw new Error(`These purges failed: ${rows.map(({ name }) => name).join(', ')}`);
  return counts;
}

export const purgeExpired = (t: TestApp, now?: Date) => purge(t, expiryPurges, now);

export const purgeOld = (t: TestApp, now?: Date) => purge(t, retentionPurges, now);
