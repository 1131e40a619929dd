import { categories } from '@zapdeck/contract/apps';
import { listFeed, NEXT_CURSOR_HEADER } from '@zapdeck/contract/feed';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../db/columns.ts';
import { openTestApp, type Person, type TestApp } from '../../testing/test-app.ts';
import { algorithmParams } from '../../db/schema/settings.table.ts';
import { decodeCursor, encodeCursor } from './cursor.ts';
import { type Dealt, NEWCOMERS_MAX } from './dealt.ts';

let test: TestApp;
let member: Person;
beforeAll(async () => {
  test = await openTestApp();
  member = await test.person('member');
  const submittedBy = member.user?.id ?? '';
  for (const category of ['Games', 'Design', 'News']) {
    await test.addApp({ category, submittedBy });
    await test.addApp({ category, submittedBy, upvotes: 1 });
  }
  await test.addApp({ title: 'Nobody’s business', status: 'pending', submittedBy });
  await test.deps.db.update(algorithmParams).set({ appsPerPage: 2 });
});
afterAll(() => test.close());

const ask = (cursor: string) => test.call(listFeed, { query: { cursor } }, member);
const wrap = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

const normal: Dealt = {
  algorithm: 'normal',
  startedAt: Date.UTC(2026, 0, 1),
  asOf: [1_000, 30, 4, 17],
  after: [12.34, Date.UTC(2025, 0, 1), newId()],
  lowest: [['Games', [-0.1, 5, newId()]]],
  newcomers: [3, 4, 70],
  isRecycling: true,
  recycledAfter: [7, 0, newId()],
  seenLeft: 9,
};
const semiSimple: Dealt = { ...normal, algorithm: 'semi_simple', after: [2, 3, newId()], lowest: [] };

it.each<Dealt>([
  normal,
  { ...normal, after: null, lowest: [], newcomers: [], recycledAfter: null },
  { ...semiSimple, after: [2, 3, newId()], recycledAfter: null, asOf: [1, 0] },
  { ...normal, algorithm: 'simple', after: [0.1 + 0.2, 0, newId()], recycledAfter: null, asOf: null },
])('brings $algorithm back as it was', (dealt) => {
  for (const logPosition of [null, '3:1A/2B3C4D']) {
    expect(decodeCursor(encodeCursor({ deck: dealt, logPosition }))).toEqual({ deck: dealt, logPosition });
  }
});

it('stays within what is taken back however many were dealt: all categories, and all newcomers of a deck', () => {
  const lowest = categories.map((name): Dealt['lowest'][number] => [name, [1234.5678, Date.now(), newId()]]);
  const newcomers = Array.from({ length: NEWCOMERS_MAX }, (_, index) => 100_000_000 + index);
  expect(encodeCursor({ deck: { ...normal, lowest, newcomers: [] }, logPosition: null }).length).toBeLessThan(
    3_072,
  );
  expect(encodeCursor({ deck: { ...normal, lowest, newcomers }, logPosition: null }).length).toBeLessThan(
    8_192,
  );
});

describe('what is no cursor of ours is refused, with the field named', () => {
  const { after: _, ...withoutAfter } = normal;
  it.each([
    ['text', 'next-page-please'],
    ['not base64', '%%%'],
    ['an empty object', wrap({})],
    ['null', wrap(null)],
    ['a list', wrap([])],
    ['another algorithm', wrap({ ...normal, algorithm: 'random' })],
    ['a missing part', wrap(withoutAfter)],
    ['a score that is text', wrap({ ...normal, after: ['1', 1, newId()] })],
    [
      'an infinite score',
      Buffer.from(JSON.stringify(normal).replace('12.34', '1e999')).toString('base64url'),
    ],
    ['a time before 1970', wrap({ ...normal, startedAt: -1 })],
    ['a time that no database holds', wrap({ ...normal, startedAt: 8.64e15 })],
    ['a time with fractions', wrap({ ...normal, recycledAfter: [1.5, 0, newId()] })],
    ['an id that is none', wrap({ ...normal, recycledAfter: [1, 0, "'; DROP TABLE apps; --"] })],
    ['a category with NUL', wrap({ ...normal, lowest: [['Ga\0mes', [1, 1, newId()]]] })],
    ['a newcomer that is text', wrap({ ...normal, newcomers: ['1'] })],
    ['more newcomers than a deck deals', wrap({ ...normal, newcomers: Array(NEWCOMERS_MAX + 1).fill(1) })],
    ['half a character', wrap({ ...normal, lowest: [['Games\ud800', [1, 1, newId()]]] })],
    ['upvotes beyond an integer', wrap({ ...semiSimple, after: [2 ** 31, 1, newId()] })],
    ['upvotes with fractions', wrap({ ...semiSimple, after: [0.5, 1, newId()] })],
    ['what comes back in a deck where nothing does', wrap({ ...normal, algorithm: 'simple' })],
    ['far too long', 'A'.repeat(8_193)],
    ['empty', ''],
  ])('%s', async (_name, cursor) => {
    const answer = await ask(cursor);
    expect(answer).toMatchObject({ status: 400, error: { code: 'invalid_input' } });
    expect(Object.keys(answer.error.fields ?? {})).toEqual(['cursor']);
  });
});

it('a forged one that fits leads to approved apps only, and never to a fault', async () => {
  const uuid = fc.uuid({ version: 7 });
  const time = fc.integer({ min: 0, max: 253_402_300_799_999 });
  const score = fc.tuple(fc.double({ noNaN: true, noDefaultInfinity: true }), time, uuid);
  const upvotes = fc.tuple(fc.integer({ min: 0, max: 2 ** 31 - 1 }), time, uuid);
  const snapshot = fc
    .tuple(fc.maxSafeNat(), fc.nat(1_000_000), fc.array(fc.nat(1_000_000), { maxLength: 9 }))
    .map(([first, length, underWay]) => [first, length, ...underWay.toSorted((one, other) => one - other)]);
  const asOf = fc.option(fc.oneof(snapshot, fc.constant([1, 0]), fc.constant([2 ** 32 - 1, 5])));
  const after = fc.maxSafeNat();
  const name = fc.oneof(fc.constantFrom('Games', 'News'), fc.string({ unit: 'grapheme', maxLength: 20 }));
  const forged = fc.oneof(
    ...[
      { algorithm: 'normal', position: score, recycledBy: time },
      { algorithm: 'semi_simple', position: upvotes, recycledBy: fc.integer({ min: 0, max: 2 ** 31 - 1 }) },
      { algorithm: 'simple', position: score, recycledBy: null },
    ].map(({ algorithm, position, recycledBy }) =>
      fc.record({
        algorithm: fc.constant(algorithm),
        startedAt: time,
        asOf,
        after: fc.option(position),
        // The same category twice, which no deck of ours holds.
        lowest: fc.array(fc.tuple(name, position), { maxLength: 8 }).map((list) => [...list, ...list]),
        newcomers: fc.array(fc.maxSafeNat(), { maxLength: 8 }),
        isRecycling: fc.boolean(),
        recycledAfter: recycledBy ? fc.option(fc.tuple(recycledBy, time, uuid)) : fc.constant(null),
        seenLeft: fc.nat(9),
      }),
    ),
    fc.record({
      rest: fc.constant('moved'),
      asOf,
      began: asOf,
      seenAgainFrom: fc.option(time),
      after: fc.oneof(after, fc.constant(0)),
    }),
    fc.record({ rest: fc.constantFrom('unreachable', 'last', 'ended'), began: asOf, after }),
  );
  let answered = 0;
  await fc.assert(
    fc.asyncProperty(forged, async (deck) => {
      const answer = await ask(wrap(deck));
      expect([200, 400]).toContain(answer.status);
      if (answer.status !== 200) return;
      answered += 1;
      for (const app of answer.body) expect(app.status).toBe('approved');
      const next = answer.headers[NEXT_CURSOR_HEADER];
      if (typeof next === 'string') expect((await ask(next)).status).toBe(200);
    }),
    { numRuns: 300, seed: 8 },
  );
  expect(answered).toBeGreaterThan(100);
});

it('a changed byte gives a page or a refusal', async () => {
  const first = await test.call(listFeed, { query: {} }, member);
  const cursor = String(first.headers[NEXT_CURSOR_HEADER]);
  for (let index = 0; index < cursor.length; index += 7) {
    const changed = `${cursor.slice(0, index)}${cursor[index] === 'A' ? 'B' : 'A'}${cursor.slice(index + 1)}`;
    expect([200, 400]).toContain((await ask(changed)).status);
  }
});
