import Fastify from 'fastify';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { eventually } from '../testing/eventually.ts';
import type { Deps } from '../deps.ts';
import { loggableError } from '../log/loggable-error.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { defineJob, PutOff } from './job.ts';
import { createJobQueue, type WorkingQueue } from './queue.ts';
import { queuedJobs, withBoss } from '../testing/queued-jobs.ts';

const { log } = Fastify();

let database: TestDatabase;
let queue: WorkingQueue<Deps>;
let done: number[];
let errors: Error[];
/** Promises that jobs wait for, by number. */
let holds: Map<number, Promise<void>>;
let underWay: number;
let most: number;
/** Number of times that a job postpones itself, by number. */
let putOffs: Map<number, number>;
/** Ids of the jobs whose run has begun. */
let begun: string[];
/** Asks the youngest run whether it should stop. */
let stopped: () => boolean;
/** Numbers whose job fails. */
let failing: Set<number>;
const PUT_OFF_S = 1;

const job = defineJob({
  name: 'numbers',
  data: z.object({ number: z.number() }),
  retries: { limit: 0, firstDelayS: 0, longestDelayS: 0 },
  timeoutS: 60,
  atOnce: 3,
  async run(_deps, { number }, { id, isStopping }) {
    begun.push(id);
    stopped = isStopping;
    expect(isStopping()).toBe(false);
    underWay += 1;
    most = Math.max(most, underWay);
    await holds.get(number);
    underWay -= 1;
    const left = putOffs.get(number) ?? 0;
    putOffs.set(number, left - 1);
    if (left > 0) throw new PutOff(PUT_OFF_S);
    if (failing.has(number)) throw new Error('failed');
    done.push(number);
  },
});
const otherJob = defineJob({ ...job, name: 'other-numbers', atOnce: 1 });
const retriedJob = defineJob({
  ...job,
  name: 'retried-numbers',
  retries: { limit: 1, firstDelayS: 2, longestDelayS: 60 },
});
const failures = (queueName: string, retried: number, givenUp: number) => ({
  queue: queueName,
  retried,
  givenUp,
});
const deps = () => ({ db: database.db }) as Deps;

async function open(pollS: number): Promise<void> {
  queue = createJobQueue(database.pool, [job, otherJob, retriedJob], {
    isWorker: true,
    pollS,
    onError: (error) => errors.push(error),
  });
  await queue.open();
}

async function enqueue(from: number, to: number, as = job): Promise<void> {
  for (let number = from; number < to; number += 1) await queue.enqueue(database.db, as, { number });
}

beforeEach(async () => {
  database = await createTestDatabase();
  [done, errors, holds, underWay, most] = [[], [], new Map(), 0, 0];
  [putOffs, begun, failing] = [new Map(), [], new Set()];
});
afterEach(async () => {
  await queue.stop();
  await database.drop();
});

test('runs all waiting jobs without another poll, up to the concurrency limit', async () => {
  await open(3_600);
  await enqueue(0, 21);
  const [slow, others] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  holds.set(0, slow.promise).set(1, others.promise).set(2, others.promise);
  await queue.work(deps(), log);
  await eventually(() => expect(underWay).toBe(3));
  others.resolve();
  await eventually(() => expect(done).toHaveLength(20));
  slow.resolve();
  await eventually(() => expect(done).toHaveLength(21));
  expect(most).toBe(3);
});

test('finds new jobs while all workers but one are busy, and after they are free again', async () => {
  await open(0.5);
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  holds.set(0, first.promise).set(1, second.promise);
  await queue.work(deps(), log);
  await enqueue(0, 2);
  await eventually(() => expect(underWay).toBe(2));
  await enqueue(2, 3);
  await eventually(() => expect(done).toEqual([2]));
  first.resolve();
  await eventually(() => expect(done).toEqual([2, 0]));
  await enqueue(3, 4);
  await eventually(() => expect(done).toEqual([2, 0, 3]));
  second.resolve();
});

test('does not let a job wait for jobs of another name', async () => {
  await open(0.5);
  const gate = Promise.withResolvers<void>();
  for (let number = 0; number < 60; number += 1) holds.set(number, gate.promise);
  await enqueue(0, 60);
  await queue.work(deps(), log);
  await eventually(() => expect(underWay).toBe(3));
  await enqueue(60, 62, otherJob);
  await eventually(() => expect(done.toSorted()).toEqual([60, 61]));
  gate.resolve();
  await eventually(() => expect(done).toHaveLength(62));
});

test('runs a postponed job again with the same id after the delay', async () => {
  await open(0.5);
  putOffs.set(7, 1);
  await enqueue(7, 8);
  const startedAt = performance.now();
  await queue.work(deps(), log);
  await eventually(() => expect(done).toEqual([7]));
  expect(performance.now() - startedAt).toBeGreaterThan(PUT_OFF_S * 1_000);
  const [first, second, ...more] = begun;
  expect(more).toEqual([]);
  expect(second).toBe(first);
});

test('deletes the data of a job that succeeded or failed for good', async () => {
  await open(0.5);
  failing.add(2);
  await enqueue(1, 3);
  await queue.work(deps(), log);
  await eventually(() => expect(done).toEqual([1]));
  await eventually(async () => {
    expect(await queuedJobs(database.pool, job)).toEqual([]);
  });
  expect(queue.failedAttempts()).toContainEqual({ queue: 'numbers', retried: 0, givenUp: 1 });
});

test('reports a database error as an Error with its code', async () => {
  await open(0.5);
  await queue.work(deps(), log);
  await database.pool.query('ALTER SCHEMA jobs RENAME TO jobs_renamed');
  const ofWorker = () => errors.find(({ message }) => message.includes('Queue: numbers'));
  await eventually(() => expect(ofWorker()).toBeInstanceOf(Error));
  await database.pool.query('ALTER SCHEMA jobs_renamed RENAME TO jobs');
  const logged = loggableError(ofWorker());
  expect(String(logged.code)).toMatch(/^(42P01|3F000)$/);
  expect(logged.message).toContain('does not exist');
  expect(logged.stack).toContain(' at ');
  expect(errors.every((error) => error instanceof Error)).toBe(true);
});

test('retries a failed attempt after the delay of its job', async () => {
  await open(0.5);
  failing.add(3);
  await enqueue(3, 4, retriedJob);
  await queue.work(deps(), log);
  await eventually(() => expect(begun).toHaveLength(1));
  const failedAt = performance.now();
  await eventually(() => expect(queue.failedAttempts()).toContainEqual(failures('retried-numbers', 1, 0)));
  failing.clear();
  await eventually(() => expect(done).toEqual([3]));
  expect(performance.now() - failedAt).toBeGreaterThan(2_000);
  expect(new Set(begun).size).toBe(1);
});

test('ends an attempt that takes too long, and signals it to stop', async () => {
  const [slow, gate] = [defineJob({ ...otherJob, timeoutS: 1 }), Promise.withResolvers<void>()];
  queue = createJobQueue(database.pool, [slow], { isWorker: true, pollS: 0.5, onError: () => undefined });
  await queue.open();
  holds.set(4, gate.promise);
  await enqueue(4, 5, slow);
  await queue.work(deps(), log);
  await eventually(() => expect(queue.failedAttempts()).toContainEqual(failures(slow.name, 0, 1)));
  expect(stopped()).toBe(true);
  gate.resolve();
});

describe('a job that is taken from its node while it runs', () => {
  /** Does what any node does when the heartbeat of a job is too old. */
  const takeAway = async (as = job) => {
    const id = begun[0] ?? '';
    await withBoss(database.pool, (boss) => boss.fail(as.name, id));
  };
  const expectGone = (as = job) => expect(queuedJobs(database.pool, as)).resolves.toEqual([]);
  const isActive = async (as = job) => (await queuedJobs(database.pool, as))[0]?.state === 'active';

  test.each([
    { what: 'another worker of this process claims it', as: job },
    { what: 'no worker is free', as: otherJob },
  ])('runs once if $what', async ({ as }) => {
    await open(0.5);
    const gate = Promise.withResolvers<void>();
    holds.set(5, gate.promise);
    await enqueue(5, 6, as);
    await queue.work(deps(), log);
    await eventually(() => expect(underWay).toBe(1));
    await takeAway(as);
    if (as === job) await eventually(async () => expect(await isActive(as)).toBe(true));
    gate.resolve();
    await eventually(() => expectGone(as));
    expect(begun).toHaveLength(1);
    expect(done).toEqual([5]);
  });

  test('runs once if its end could not be stored', async () => {
    await open(0.5);
    const gate = Promise.withResolvers<void>();
    holds.set(6, gate.promise);
    await enqueue(6, 7);
    await queue.work(deps(), log);
    await eventually(() => expect(underWay).toBe(1));
    await database.pool.query('ALTER SCHEMA jobs RENAME TO jobs_renamed');
    gate.resolve();
    const ofWorker = () => errors.filter(({ message }) => message.includes('Queue: numbers'));
    await eventually(() => expect(ofWorker()).not.toEqual([]));
    await database.pool.query('ALTER SCHEMA jobs_renamed RENAME TO jobs');
    expect(await isActive()).toBe(true);
    await takeAway();
    await eventually(() => expectGone());
    expect(begun).toHaveLength(1);
    expect(done).toEqual([6]);
  });

  test('is not returned to the queue by the attempt that lost it', async () => {
    await open(0.5);
    const gate = Promise.withResolvers<void>();
    putOffs.set(8, 1);
    holds.set(8, gate.promise);
    await enqueue(8, 9, otherJob);
    await queue.work(deps(), log);
    await eventually(() => expect(underWay).toBe(1));
    await withBoss(database.pool, (boss) => boss.deleteJob(otherJob.name, begun[0] ?? ''));
    await enqueue(9, 10, otherJob);
    gate.resolve();
    await eventually(() => expect(done).toEqual([9]));
    await eventually(() => expectGone(otherJob));
    expect(begun).toHaveLength(2);
  });
});
