import { setTimeout as delay } from 'node:timers/promises';
import {
  defaultWeights,
  type Recalculation,
  recalculateRankings,
  recalculation,
} from '@zapdeck/contract/instance/settings';
import { callOnce, drive } from './load.ts';
import type { Person } from './people.ts';
import type { Call, Scenario } from './scenarios.ts';

export interface MeasuredRecalculation {
  seconds: number;
  longestVoteMs: number;
}

const VOTES_BEFORE_MS = 500;

const POLL_MS = 50;

/** Starts a recalculation with other weights and waits for its end. */
async function recalculate(url: string, { cookie }: Person): Promise<void> {
  const ask = async <T>(call: Omit<Call, 'cookie'>): Promise<T> => {
    const response = await callOnce(url, { ...call, cookie });
    if (!response.ok) throw new Error(`${call.path} answered ${response.status}`);
    return (await response.json()) as T;
  };
  let { running } = await ask<{ running: boolean }>({
    method: 'POST',
    path: recalculateRankings.path,
    body: { ...defaultWeights, viewWeight: defaultWeights.viewWeight * 2 },
  });
  while (running) {
    await delay(POLL_MS);
    ({ running } = await ask<Recalculation>({ method: 'GET', path: recalculation.path }));
  }
}

/** Measures a recalculation while users vote. */
export async function measureRecalculation(
  url: string,
  admin: Person,
  { votes, seconds }: { votes: Scenario; seconds: number },
): Promise<MeasuredRecalculation> {
  const first = drive(url, votes, { seconds });
  await delay(VOTES_BEFORE_MS);
  const started = performance.now();
  const over = recalculate(url, admin).then(() => (performance.now() - started) / 1000);
  let longestVoteMs = (await first).maxMs;
  while ((await Promise.race([over, delay(0)])) === undefined) {
    longestVoteMs = Math.max(longestVoteMs, (await drive(url, votes, { seconds })).maxMs);
  }
  return { seconds: await over, longestVoteMs };
}
