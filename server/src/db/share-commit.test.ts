import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { expect, it } from 'vitest';
import type { Db } from './client.ts';
import { shareCommit } from './share-commit.ts';

/** Stands for a database that is never queried. */
const database = (): Db => drizzle(new pg.Pool());

const failure = (code: string) => Object.assign(new Error(code), { code });

interface Asked {
  items: string[];
  waits: boolean;
  answer: (left?: readonly string[]) => void;
  fail: (error: Error) => void;
}

/** A write whose statements the test answers, in order. */
function openWrite() {
  const asked: Asked[] = [];
  const arrivals: (() => void)[] = [];
  let taken = 0;
  const write = shareCommit<{ row: string; name: string }, string>({
    rowOf: ({ row }) => row,
    write(_db, items, waits) {
      const { promise, resolve, reject } = Promise.withResolvers<(string | undefined)[]>();
      const names = items.map(({ name }) => name);
      const answer: Asked['answer'] = (left = []) =>
        resolve(names.map((name) => (left.includes(name) ? undefined : `${name} is stored`)));
      asked.push({ items: names, waits, answer, fail: reject });
      arrivals.shift()?.();
      return promise;
    },
  });
  return {
    send: (db: Db, name: string, row = name) => write(db, { row, name }),
    next: async (): Promise<Asked> => {
      const place = taken;
      taken += 1;
      const arrived = Promise.withResolvers<void>();
      if (asked.length > place) arrived.resolve();
      else arrivals.push(arrived.resolve);
      await arrived.promise;
      return asked[place] as Asked;
    },
    sentSoFar: () => asked.length,
  };
}

const statusOf = async (promises: Promise<unknown>[]) =>
  (await Promise.allSettled(promises)).map(({ status }) => status);

it('sends those together that arrive in one turn, and those that arrive meanwhile after them', async () => {
  const { send, next, sentSoFar } = openWrite();
  const db = database();
  const first = [send(db, 'a'), send(db, 'b', 'a')];
  const written = await next();
  expect(written).toMatchObject({ items: ['a', 'b'], waits: false });
  const second = [send(db, 'c'), send(db, 'd')];
  await new Promise(setImmediate);
  expect(sentSoFar()).toBe(1);
  written.answer();
  expect(await Promise.all(first)).toEqual(['a is stored', 'b is stored']);
  const last = await next();
  expect(last).toMatchObject({ items: ['c', 'd'], waits: false });
  last.answer();
  expect(await Promise.all(second)).toEqual(['c is stored', 'd is stored']);
  const third = send(db, 'e');
  (await next()).answer();
  expect(await third).toBe('e is stored');
});

it('waits for a row that is held beside the others, in one statement for all who need it', async () => {
  const { send, next } = openWrite();
  const db = database();
  const stored = ['b', 'c'].map((name) => send(db, name));
  const held = ['x1', 'x2'].map((name) => send(db, name, 'x'));
  (await next()).answer(['x1', 'x2']);
  expect(await Promise.all(stored)).toEqual(['b is stored', 'c is stored']);
  const waiting = await next();
  expect(waiting).toMatchObject({ items: ['x1', 'x2'], waits: true });
  const [later, other] = [send(db, 'x3', 'x'), send(db, 'd')];
  const others = await next();
  expect(others).toMatchObject({ items: ['d'], waits: false });
  others.answer();
  expect(await other).toBe('d is stored');
  waiting.answer();
  const last = await next();
  expect(last).toMatchObject({ items: ['x3'], waits: true });
  last.answer();
  expect(await Promise.all([...held, later])).toEqual(['x1 is stored', 'x2 is stored', 'x3 is stored']);
});

it.each(['23503', '40P01', '40001'])(
  'sends each by itself when PostgreSQL undid what they shared (%s), and only its own fault fails one',
  async (code) => {
    const { send, next } = openWrite();
    const db = database();
    const sent = ['a', 'b', 'c'].map((name) => send(db, name));
    (await next()).fail(failure(code));
    for (const name of ['a', 'b', 'c']) {
      const alone = await next();
      expect(alone.items).toEqual([name]);
      if (name === 'b') alone.fail(failure(code));
      else alone.answer();
    }
    expect(await statusOf(sent)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  },
);

it.each(['ECONNRESET', '40003', '57P01', '08006'])(
  'does not send again what may have been committed (%s)',
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
    last.answer();
    expect(await after).toBe('c is stored');
  },
);

it('tells those behind too, when a lock was waited for in vain', async () => {
  const { send, next, sentSoFar } = openWrite();
  const db = database();
  const sent = ['x1', 'x2'].map((name) => send(db, name, 'x'));
  (await next()).answer(['x1', 'x2']);
  const waiting = await next();
  const [late, other] = [send(db, 'x3', 'x'), send(db, 'y')];
  (await next()).answer();
  expect(await other).toBe('y is stored');
  waiting.fail(failure('55P03'));
  expect(await statusOf([...sent, late])).toEqual(['rejected', 'rejected', 'rejected']);
  expect(sentSoFar()).toBe(3);
});

it('keeps databases apart: what is written in a transaction is written there', async () => {
  const { send, next } = openWrite();
  const sent = [send(database(), 'a'), send(database(), 'b')];
  for (const name of ['a', 'b']) {
    const statement = await next();
    expect(statement.items).toEqual([name]);
    statement.answer();
  }
  expect(await Promise.all(sent)).toEqual(['a is stored', 'b is stored']);
});
