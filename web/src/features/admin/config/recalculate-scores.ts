import { recalculateRankings, recalculation } from '@zapdeck/contract/instance/settings';
import type { CallInput } from '@zapdeck/contract/wire/route';
import { call } from '../../../lib/call.ts';

const ASK_AGAIN_MS = 500;

const pause = () => new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), ASK_AGAIN_MS));

/**
 * Recalculates all scores with these weights. Resolves when all are done, also if the server responds earlier. Reports the
 * progress from 0 to 1. Rejects as `call` does.
 */
export async function recalculateScores(
  weights: CallInput<typeof recalculateRankings>['body'],
  onProgress: (share: number) => void,
): Promise<void> {
  const ask = async () => {
    const { running, share } = await call(recalculation, {});
    if (running) onProgress(share);
    return running;
  };
  const answer = call(recalculateRankings, { body: weights }).then(({ running }) => running);
  let isRunning = await Promise.race([answer, pause()]);
  while (isRunning === undefined) {
    // Only the response to the recalculation says whether it worked.
    await ask().catch(() => undefined);
    isRunning = await Promise.race([answer, pause()]);
  }
  while (isRunning) {
    await pause();
    isRunning = await ask();
  }
}
