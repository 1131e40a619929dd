import type { FastifyBaseLogger } from 'fastify';
import * as z from 'zod/mini';
import type { Db } from '../db/client.ts';

export interface Retries {
  limit: number;
  firstDelayS: number;
  longestDelayS: number;
}

export interface Attempt {
  id: string;
  log: FastifyBaseLogger;
  isStopping: () => boolean;
}

export interface JobDeps {
  db: Db;
  clock: () => Date;
}

export interface Job<S extends z.ZodMiniType = z.ZodMiniType, D extends JobDeps = never> {
  readonly name: string;
  readonly data: S;
  readonly retries: Retries;
  /** A longer attempt is aborted and counts as failed. */
  readonly timeoutS: number;
  readonly atOnce?: number;
  /** Schedule as a cron expression in UTC. Each run takes place on one node. */
  readonly cron?: string;
  run(deps: D, data: z.output<S>, attempt: Attempt): Promise<void>;
}

export function defineJob<S extends z.ZodMiniType, D extends JobDeps>(job: Job<S, D>): Job<S, D> {
  return job;
}

interface ScheduledJob<D extends JobDeps> extends Pick<Job, 'name' | 'timeoutS'> {
  cron: string;
  /** None by default, because the next run makes up for a failed one. */
  retries?: Retries;
  run(this: void, deps: D, attempt: Attempt): Promise<void>;
}

const NO_RETRIES: Retries = { limit: 0, firstDelayS: 0, longestDelayS: 0 };

export function defineScheduledJob<D extends JobDeps>({
  retries = NO_RETRIES,
  run,
  ...job
}: ScheduledJob<D>) {
  return defineJob({
    ...job,
    retries,
    data: z.object({}),
    run: (deps: D, _data, attempt) => run(deps, attempt),
  });
}

/** Thrown by a job that must not be retried. The message must not contain personal data. */
export class PermanentFailure extends Error {
  override name = 'PermanentFailure';
}

/** Thrown by a job that cannot run yet. The job runs again after `afterS` seconds. */
export class PutOff extends Error {
  override name = 'PutOff';
  readonly afterS: number;

  constructor(afterS: number) {
    super(`Put off for ${afterS} s`);
    this.afterS = afterS;
  }
}
