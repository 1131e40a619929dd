import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { expect, it } from 'vitest';
import type { Db } from './client.ts';
import { shareCommit } from './share-commit.ts';

/** Stands for a database that is never queried. */
const database = (): Db => drizzle(new pg.Pool());

const failure = (code: string) => Object.assign(new Error(code), { code });

interface Batch {
  items: string[];
  waits: boolean;
  complete: (left?: readonly string[]) => void;
  fail: (error: Error) => void;
}

/** Returns a shared write and its batches, in order. The test completes each batch. */
function openWrite() {
  const batches: Batch[] = [];
  const arrivals: (() => void)[] = [];
  let taken = 0;
  const write = shareCommit<{ row: string; name: string }, string>({
    rowOf: ({ row }) => row,
    write(_db, items, waits) {
      const { promise, resolve, reject } = Promise.withResolvers<(string | undefined)[]>();
      const names = items.map(({ name }) => name);
      const complete: Batch['complete'] = (left = []) =>
        resolve(names.map((name) => (left.includes(name) ? undefined : `${name} is stored`)));
      batches.push({ items: names, waits, complete, fail: reject });
      arrivals.shift()?.();
      return promise;
    },
  });
  return {
    send: (db: Db, name: string, row = name) => write(db, { row, name }),
    next: async (): Promise<Batch> => {
      const place = taken;
      taken += 1;
      const arrived = Promise.withResolvers<void>();
      if (batches.length > place) arrived.resolve();
      else arrivals.push(arrived.resolve);
      await arrived.promise;
      return batches[place] as Batch;
    },
    sentSoFar: () => batches.length,
  };
}

const statusOf = async (promises: Promise<unknown>[]) =>
  (await Promise.allSettled(promises)).map(({ status }) => status);

it('batches writes of one turn of the event loop, and later writes in the next batch', async () => {
  const { send, next, sentSoFar } = openWrite();
  const db = database();
  const first = [send(db, 'a'), send(db, 'b', 'a')];
  const written = await next();
  expect(written).toMatchObject({ items: ['a', 'b'], waits: false });
  const second = [send(db, 'c'), send(db, 'd')];
  await new Promise(setImmediate);
  expect(sentSoFar()).toBe(1);
  written.complete();
  expect(await Promise.all(first)).toEqual(['a is stored', 'b is stored']);
  const last = await next();
  expect(last).toMatchObject({ items: ['c', 'd'], waits: false });
  last.complete();
  expect(await Promise.all(second)).toEqual(['c is stored', 'd is stored']);
  const third = send(db, 'e');
  (await next()).complete();
  expect(await third).toBe('e is stored');
});

it('waits for a locked row in a batch of its own', async () => {
  const { send, next } = openWrite();
  const db = database();
  const stored = ['b', 'c'].map((name) => send(db, name));
  const held = ['x1', 'x2'].map((name) => send(db, name, 'x'));
  (await next()).complete(['x1', 'x2']);
  expect(await Promise.all(stored)).toEqual(['b is stored', 'c is stored']);
  const waiting = await next();
  expect(waiting).toMatchObject({ items: ['x1', 'x2'], waits: true });
  const [later, other] = [send(db, 'x3', 'x'), send(db, 'd')];
  const others = await next();
  expect(others).toMatchObject({ items: ['d'], waits: false });
  others.complete();
  expect(await other).toBe('d is stored');
  waiting.complete();
  const last = await next();
  expect(last).toMatchObject({ items: ['x3'], waits: true });
  last.complete();
  expect(await Promise.all([...held, later])).toEqual(['x1 is stored', 'x2 is stored', 'x3 is stored']);
});

it.each(['23503', '40P01', '40001'])(
  'repeats each write separately after a rollback of the batch (%s), and fails only the one that fails again',
  async (code) => {
    const { send, next } = openWrite();
    const db = database();
    const sent = ['a', 'b', 'c'].map((name) => send(db, name));
    (await next()).fail(failure(code));
    for (const name of ['a', 'b', 'c']) {
      const alone = await next();
      expect(alone.items).toEqual([name]);
      if (name === 'b') alone.fail(failure(code));
      else alone.complete();
    }
    expect(await statusOf(sent)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  },
);

it.each(['ECONNRESET', '40003', '57P01', '08006'])(
  'does not repeat a batch that may have been committed (%s)',
  async (code) => {
    const { send, next, sentSoFar } = openWrite();
    const db = database();
    const sent = ['a', 'b'].map((name) => send(db, name));
    (await next()).fail(failure(code));
    expect(await statusOf(sent)).toEqual(['rejected', 'rejected']);
    const after = send(db, 'c');
    const last = await next();
    expect(last.items).toEqual(['c']);
    expect(sentSoFar()).toBe(2);
    last.complete();
    expect(await after).toBe('c is stored');
  },
);

it('rejects writes that wait behind a lock timeout', async () => {
  const { send, next, sentSoFar } = openWrite();
  const db = database();
  const sent = ['x1', 'x2'].map((name) => send(db, name, 'x'));
  (await next()).complete(['x1', 'x2']);
  const waiting = await next();
  const [late, other] = [send(db, 'x3', 'x'), send(db, 'y')];
  (await next()).complete();
  expect(await other).toBe('y is stored');
  waiting.fail(failure('55P03'));
  expect(await statusOf([...sent, late])).toEqual(['rejected', 'rejected', 'rejected']);
  expect(sentSoFar()).toBe(3);
});

it('shares nothing between databases or transactions', async () => {
  const { send, next } = openWrite();
  const sent = [send(database(), 'a'), send(database(), 'b')];
  for (const name of ['a', 'b']) {
    const statement = await next();
    expect(statement.items).toEqual([name]);
    statement.complete();
  }
  expect(await Promise.all(sent)).toEqual(['a is stored', 'b is stored']);
});
