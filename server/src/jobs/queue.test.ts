import Fastify from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { eventually } from '../testing/eventually.ts';
import type { Deps } from '../deps.ts';
import { loggableError } from '../http/loggable-error.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { defineJob, PutOff } from './job.ts';
import { createJobQueue, type JobQueue } from './queue.ts';

const { log } = Fastify();

let database: TestDatabase;
let queue: JobQueue;
let done: number[];
let errors: Error[];
/** Promises that jobs wait for, by number. */
let holds: Map<number, Promise<void>>;
let underWay: number;
let most: number;
/** Number of times that a job postpones itself, by number. */
let putOffs: Map<number, number>;
let attempts: string[];
/** Numbers whose job fails. */
let failing: Set<number>;
const PUT_OFF_S = 1;

const job = defineJob({
  name: 'numbers',
  data: z.object({ number: z.number() }),
  retries: { limit: 0, firstDelayS: 0, longestDelayS: 0 },
  timeoutS: 60,
  atOnce: 3,
  async run(_deps, { number }, { id }) {
    const left = putOffs.get(number);
    if (left !== undefined) {
      attempts.push(id);
      putOffs.set(number, left - 1);
      if (left > 0) throw new PutOff(PUT_OFF_S);
    }
    if (failing.has(number)) throw new Error('failed');
    underWay += 1;
    most = Math.max(most, underWay);
    await holds.get(number);
    underWay -= 1;
    done.push(number);
  },
});
const otherJob = defineJob({ ...job, name: 'other-numbers' });
const deps = () => ({ db: database.db }) as Deps;

async function open(pollS: number): Promise<void> {
  queue = createJobQueue(database.pool, [job, otherJob], {
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
  [putOffs, attempts, failing] = [new Map(), [], new Set()];
});
afterEach(async () => {
  await queue.stop();
  await database.drop();
});

test('runs all waiting jobs without another poll, up to the limit at once', async () => {
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

test('runs a postponed job again, under the same id and after the delay', async () => {
  await open(0.5);
  putOffs.set(7, 1);
  await enqueue(7, 8);
  const startedAt = performance.now();
  await queue.work(deps(), log);
  await eventually(() => expect(done).toEqual([7]));
  expect(performance.now() - startedAt).toBeGreaterThan(PUT_OFF_S * 1_000);
  const [first, second, ...more] = attempts;
  expect(more).toEqual([]);
  expect(second).toBe(first);
});

test('deletes the data of a job that succeeded or was given up', async () => {
  await open(0.5);
  failing.add(2);
  await enqueue(1, 3);
  await queue.work(deps(), log);
  await eventually(() => expect(done).toEqual([1]));
  await eventually(async () => {
    const { rows } = await database.pool.query(`SELECT data FROM jobs.job WHERE data ? 'number'`);
    expect(rows).toEqual([]);
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
