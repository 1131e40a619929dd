import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { expect, it } from 'vitest';
import type { Db } from './client.ts';
import { writeTogether } from './write-together.ts';

/** Nothing is ever asked of it: it only stands for a database. */
const database = (): Db => drizzle(new pg.Pool());

const failure = (code: string) => Object.assign(new Error(code), { code });

interface Asked {
  items: string[];
  waits: boolean | 'alone';
  answer: (left?: readonly string[]) => void;
  fail: (error: Error) => void;
}

/** A write whose statements a test answers itself, in the order in which they were sent. */
function openWrite() {
  const asked: Asked[] = [];
  const arrivals: (() => void)[] = [];
  const ask = (items: readonly Item[], waits: Asked['waits']) => {
    const { promise, resolve, reject } = Promise.withResolvers<Map<number, string>>();
    const names = items.map(({ name }) => name);
    const answer: Asked['answer'] = (left = []) => {
      const places = names.map((name, index) => [index + 1, `${name} is stored`] as const);
      resolve(new Map(places.filter((_place, index) => !left.includes(names[index] ?? ''))));
    };
    asked.push({ items: names, waits, answer, fail: reject });
    arrivals.shift()?.();
    return promise;
  };
  type Item = { appId: string; name: string };
  const write = writeTogether<Item, string>({
    alone: async (_db, item) => (await ask([item], 'alone')).get(1) ?? '',
    several: (_db, items, waits) => ask(items, waits),
  });
  let sent = 0;
  return {
    send: (db: Db, name: string, app = name) => write(db, { appId: app, name }),
    /** The next statement that is sent. */
    next: async (): Promise<Asked> => {
      const place = sent;
      sent += 1;
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

it('sends one by itself, those that arrive meanwhile together, and what arrives while they are written after them', async () => {
  const { send, next, sentSoFar } = openWrite();
  const db = database();
  const first = send(db, 'a');
  const alone = await next();
  expect(alone).toMatchObject({ items: ['a'], waits: 'alone' });
  const second = [send(db, 'b'), send(db, 'c')];
  const together = await next();
  expect(together).toMatchObject({ items: ['b', 'c'], waits: false });
  const third = [send(db, 'd'), send(db, 'e')];
  await new Promise(setImmediate);
  expect(sentSoFar()).toBe(2);
  together.answer();
  expect(await Promise.all(second)).toEqual(['b is stored', 'c is stored']);
  const last = await next();
  expect(last.items).toEqual(['d', 'e']);
  last.answer();
  alone.answer();
  expect(await Promise.all([first, ...third])).toEqual(['a is stored', 'd is stored', 'e is stored']);
});

it('waits for what is held beside the others, one statement for all who need it, while the others go on', async () => {
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
  waiting.answer(['x2']);
  // What not even waiting could do is told why by itself.
  const alone = await next();
  expect(alone).toMatchObject({ items: ['x2'], waits: 'alone' });
  alone.answer();
  const last = await next();
  expect(last).toMatchObject({ items: ['x3'], waits: 'alone' });
  last.answer();
  expect(await Promise.all([...held, later])).toEqual(['x1 is stored', 'x2 is stored', 'x3 is stored']);
});

it.each(['23503', '40P01', '40001', '55P03'])(
  'sends each by itself when PostgreSQL undid what they shared (%s), and only its own fault fails one',
  async (code) => {
    const { send, next } = openWrite();
    const db = database();
    const sent = ['a', 'b', 'c'].map((name) => send(db, name));
    (await next()).fail(failure(code));
    const alone = [await next(), await next(), await next()];
    expect(alone.map(({ items, waits }) => [...items, waits])).toEqual([
      ['a', 'alone'],
      ['b', 'alone'],
      ['c', 'alone'],
    ]);
    for (const one of alone) {
      if (one.items[0] === 'b') one.fail(failure(code));
      else one.answer();
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
    const next2 = await next();
    expect(next2.items).toEqual(['c']);
    expect(sentSoFar()).toBe(2);
    next2.answer();
    expect(await after).toBe('c is stored');
  },
);

it('does not wait a second time for what somebody held for too long', async () => {
  const { send, next, sentSoFar } = openWrite();
  const db = database();
  const sent = ['x1', 'x2'].map((name) => send(db, name, 'x'));
  (await next()).answer(['x1', 'x2']);
  const waiting = await next();
  // Whoever comes meanwhile would wait for the same.
  const [late, other] = [send(db, 'x3', 'x'), send(db, 'y')];
  (await next()).answer();
  expect(await other).toBe('y is stored');
  waiting.fail(failure('55P03'));
  expect(await statusOf([...sent, late])).toEqual(['rejected', 'rejected', 'rejected']);
  expect(sentSoFar()).toBe(3);
});

it('does not hold up the others for those whose batch was undone, and sends what one app was sent in its order', async () => {
  const { send, next } = openWrite();
  const db = database();
  const sent = ['x1', 'x2'].map((name) => send(db, name, 'x'));
  (await next()).fail(failure('23514'));
  const again = await next();
  expect(again).toMatchObject({ items: ['x1', 'x2'], waits: true });
  const other = send(db, 'y');
  (await next()).answer();
  expect(await other).toBe('y is stored');
  again.fail(failure('23514'));
  const first = await next();
  expect(first).toMatchObject({ items: ['x1'], waits: 'alone' });
  first.fail(failure('23514'));
  const second = await next();
  expect(second).toMatchObject({ items: ['x2'], waits: 'alone' });
  second.answer();
  expect(await statusOf(sent)).toEqual(['rejected', 'fulfilled']);
});

it('keeps databases apart: what is written in a transaction is written there', async () => {
  const { send, next } = openWrite();
  const sent = [send(database(), 'a'), send(database(), 'b')];
  for (const statement of [await next(), await next()]) {
    expect(statement.waits).toBe('alone');
    statement.answer();
  }
  expect(await Promise.all(sent)).toEqual(['a is stored', 'b is stored']);
});
