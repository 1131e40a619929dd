import { type FormulaWeights, recalculateRankings, recalculation } from '@zapdeck/contract/settings';
import { call } from '../../../lib/call.ts';

const ASK_AGAIN_MS = 500;

const pause = () => new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), ASK_AGAIN_MS));

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
  const answer = call(recalculateRankings, { body: weights }).then(({ running }) => running);
  let isRunning = await Promise.race([answer, pause()]);
  while (isRunning === undefined) {
    // Whether it worked is said by the answer to the recalculation alone.
    await ask().catch(() => undefined);
    isRunning = await Promise.race([answer, pause()]);
  }
  while (isRunning) {
    await pause();
    isRunning = await ask();
  }
}
