import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { TablesInUse } from '../db/migrate.ts';
import { logCounted, logFault } from '../log/counted-log.ts';

const RETRY_MS = 1_000;

export type Step = () => Promise<unknown>;

interface StepPatience {
  isStopping: () => boolean;
  isFinal: (error: unknown) => boolean;
  onFailure: () => void;
  log: FastifyBaseLogger;
}

async function untilDone(step: Step, { isStopping, isFinal, onFailure, log }: StepPatience): Promise<void> {
  while (!isStopping()) {
    try {
      await step();
      return;
    } catch (error) {
      if (isFinal(error)) throw error;
      onFailure();
      if (error instanceof TablesInUse) logCounted(log, { message: error.message, alike: ['tables in use'] });
      else logFault(log, error, { level: 'error', message: 'the database cannot be used yet' });
      await delay(RETRY_MS);
    }
  }
}

/** Runs the steps in order. Repeats only the failed step, so that a start on a slow database makes progress. */
export async function runSteps(steps: readonly Step[], patience: StepPatience): Promise<void> {
  for (const step of steps) await untilDone(step, patience);
}
