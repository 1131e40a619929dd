import type { recordDurations as recordDurationsRoute } from '@zapdeck/contract/interactions';
import type { BodyOf } from '@zapdeck/contract/route';
import { type Db, one } from '../../db/client.ts';
import { run } from '../../db/statement.ts';
import { Refusal } from '../../http/refusal.ts';
import { refuseForeign } from '../../http/refuse-foreign.ts';

/** How far a user's times may run ahead of the clock: sends are delayed unevenly on their way. */
export const DURATION_ALLOWANCE_MS = 5_000;

const RECORD_DURATIONS = 'SELECT record_durations($1, $2, $3, $4, $5, $6) AS counted';

/**
 * Adds the times to the apps' `timeSpent`, milliseconds. Apps that are unknown or not approved are left out; the sum
 * is held to the time that passed since the user's last send, beyond which all times shrink alike; a batch that was
 * counted before changes nothing. Refuses with `session_changed` a batch that is another person's.
 */
export async function recordDurations(
  db: Db,
  userId: string,
  body: BodyOf<typeof recordDurationsRoute>,
  now: Date,
): Promise<{ counted: boolean }> {
  refuseForeign(body, userId);
  const { durations, batchId } = body;
  const times = Object.entries(durations).filter(([, ms]) => ms > 0);
  const values = [
    userId,
    batchId ?? null,
    now.toISOString(),
    DURATION_ALLOWANCE_MS,
    times.map(([appId]) => appId),
    times.map(([, ms]) => ms),
  ];
  const { counted } = one(await run<{ counted: boolean | null }>(db, { text: RECORD_DURATIONS, values }));
  if (counted === null) throw new Refusal('unauthorized');
  return { counted };
}
