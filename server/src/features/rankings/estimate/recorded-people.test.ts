import { expect, test } from 'vitest';
import type { LoggedCard, LoggedVisit } from './read-people.ts';
import { recordedPerson } from './recorded-people.ts';

const numbers = new Map(['a', 'b', 'c', 'd', 'e'].map((id, number) => [id, number]));
const visit = (startedAt: number, ...cards: LoggedCard[]): LoggedVisit => ({
  personId: '',
  startedAt,
  cards,
});
const read = (visits: LoggedVisit[], seen: [string, number][] = [], hidden: string[] = []) =>
  recordedPerson({ visits, seen, hidden }, numbers);

test('a visit has the cards up to the last one that was seen', () => {
  const { visits, looks } = read([
    visit(10, ['a', 'f', 11, null], ['b', 'f', null, null], ['c', 'f', 12, null], ['d', 'f', null, null]),
  ]);
  expect(visits.map(({ places }) => places)).toEqual([3]);
  expect(looks.map(({ app }) => app)).toEqual([0, 1, 2]);
});

test('a card that was dealt twice and seen once counts in the later visit', () => {
  const { visits, looks } = read([
    visit(10, ['a', 'f', 11, null], ['b', 'f', 21, null]),
    visit(20, ['b', 'f', 21, null]),
  ]);
  expect(visits.map(({ places }) => places)).toEqual([1, 1]);
  expect(looks.map(({ app }) => app)).toEqual([0, 1]);
});

test('a visit without a seen card is left out', () => {
  expect(read([visit(10, ['a', 'f', 5, null]), visit(20, ['b', 'f', null, null])]).visits).toEqual([]);
});

test('a like counts if it was given since the visit began', () => {
  const { looks } = read([visit(10, ['a', 'f', 11, 12], ['b', 'f', 12, 9], ['c', 'f', 13, null])]);
  expect(looks.map(({ isLiked }) => isLiked)).toEqual([true, false, false]);
});

test('recycled cards are repeats, and their apps were seen before all visits', () => {
  const { looks, repeats, seenElsewhere } = read(
    [visit(10, ['a', 'r', 11, 12], ['b', 'f', 12, null]), visit(20, ['b', 'r', 12, null])],
    [
      ['c', 4],
      ['a', 11],
      ['b', 12],
      ['e', 15],
    ],
  );
  expect(looks).toEqual([{ app: 1, isLiked: false }]);
  expect(repeats).toEqual({ cards: 1, likes: 1 });
  expect(seenElsewhere).toEqual([
    { app: 0, at: -Infinity },
    { app: 2, at: 4 },
    { app: 4, at: 15 },
  ]);
});

test('newcomers keep their part of the cards', () => {
  const [first] = read([
    visit(10, ['a', 'f', 11, null], ['b', 'n', null, null], ['c', 'f', null, null], ['d', 'r', null, null]),
  ]).visits;
  expect(first).toEqual({ at: 10, places: 1, newcomers: [1], newcomerShare: 1 / 4 });
});

test('apps that are not approved any more are left out', () => {
  const { looks, hidden, visits } = read(
    [visit(10, ['gone', 'f', 11, 11], ['a', 'f', 12, null])],
    [],
    ['e', 'gone'],
  );
  expect([looks, [...hidden], visits[0]?.places]).toEqual([[{ app: 0, isLiked: false }], [4], 2]);
});
