import type { FastifyBaseLogger } from 'fastify';
import type * as z from 'zod/mini';
import type { Deps } from '../deps.ts';

/** How often a failed job is tried again, and how long in between: doubling from the first delay up to the longest. */
export interface Retries {
  limit: number;
  firstDelayS: number;
  longestDelayS: number;
}

export interface Attempt {
  /** The same for every attempt of a job: what makes doing it twice recognisable. */
  id: string;
  log: FastifyBaseLogger;
  /** True once the server is to end: what can wait is left to the others. */
  isStopping: () => boolean;
}

/** Work that is done outside of any request: shallow, bounded in time and safe to do twice. */
export interface Job<S extends z.ZodMiniType = z.ZodMiniType> {
  readonly name: string;
  readonly data: S;
  readonly retries: Retries;
  /** An attempt that takes longer is given up and counts as failed. */
  readonly timeoutS: number;
  /** So many a node does at a time; one unless said. */
  readonly atOnce?: number;
  /** When it runs of itself, as a cron expression in UTC: once for all nodes together. */
  readonly cron?: string;
  run(deps: Deps, data: z.output<S>, attempt: Attempt): Promise<void>;
}

/** Declares a job, so that its data is typed where it is queued and where it runs. */
export function defineJob<S extends z.ZodMiniType>(job: Job<S>): Job<S> {
  return job;
}

/** Thrown by a job for which trying again is of no use. The message must not name anybody. */
export class PermanentFailure extends Error {
  override name = 'PermanentFailure';
}

/** Thrown by a job that cannot be done yet: it is run again after so long, and stays the one job that it is. */
export class PutOff extends Error {
  override name = 'PutOff';
  readonly afterS: number;

  constructor(afterS: number) {
    super(`Put off for ${afterS} s`);
    this.afterS = afterS;
  }
}
