import { type FormulaWeights, recalculateRankings, recalculation } from '@zapdeck/contract/settings';
import { call } from '../../../lib/call.ts';

const ASK_AGAIN_MS = 500;

const pause = () => new Promise<void>((resolve) => setTimeout(resolve, ASK_AGAIN_MS));

/**
 * Puts every score under the weights and resolves when all of it is done, also where the server answers before that.
 * Tells meanwhile, from 0 to 1, how far it has come. Throws as `call` does.
 */
export async function recalculateScores(
  weights: FormulaWeights,
  onProgress: (share: number) => void,
): Promise<void> {
  const ask = async () => {
    const { running, share } = await call(recalculation, {});
    if (running) onProgress(share);
    return running;
  };
  let isAnswered = false;
  const watch = async () => {
    while (!isAnswered) {
      // Whether it worked is said by the answer to the recalculation alone.
      await ask().catch(() => undefined);
      await pause();
    }
  };
  void watch();
  let isRunning: boolean;
  try {
    isRunning = (await call(recalculateRankings, { body: weights })).running;
  } finally {
    isAnswered = true;
  }
  while (isRunning) {
    await pause();
    isRunning = await ask();
  }
}
