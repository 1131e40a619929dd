import type { recordDurations as recordDurationsRoute } from '@zapdeck/contract/feed/interactions';
import type { BodyOf } from '@zapdeck/contract/wire/route';
import { type Db, one } from '../../db/client.ts';
import { run } from '../../db/statement.ts';
import { Refusal } from '../../http/refusal.ts';
import { refuseForeign } from '../../accounts/admission.ts';

/** Tolerance for the sum of a user’s times, because requests are delayed unevenly. */
export const DURATION_ALLOWANCE_MS = 5_000;

const RECORD_DURATIONS = 'SELECT record_durations($1, $2, $3, $4, $5, $6) AS counted';

/** Shrinks all times alike if their sum exceeds the time since the last request. Rejects with `session_changed`. */
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
