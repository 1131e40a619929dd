import { expect, test } from 'vitest';
import { anApp } from '../deck/deck.fixture.ts';
import { createDeck, type DeckAction, reduceDeck } from '../deck/deck.ts';
import { slotsOf } from './slots.ts';

const cards = (ids: string, cursor: string | null, ...actions: DeckAction[]) =>
  slotsOf(
    actions.reduce(
      reduceDeck,
      createDeck(
        [...ids].map((id) => anApp(id)),
        cursor,
      ),
    ),
  );
const zap = { type: 'forward', decision: 'zap' } as const;

test.each([
  ['at first', cards('abc', null), 'current a, next b'],
  ['on the way', cards('abc', null, zap), 'leaving a, current b, next c'],
  ['arrived', cards('abc', null, zap, { type: 'settle', seq: 1 }), 'current b, next c'],
  ['quicker than the motion', cards('abcd', null, zap, zap), 'leaving b, current c, next d'],
  ['back', cards('abc', null, zap, { type: 'undo' }), 'leaving b, current a, next b'],
  ['before the wrap', cards('ab', null, zap), 'leaving a, current b, next a'],
  ['waiting for a page', cards('a', 'x', zap), 'leaving a'],
  ['without cards', cards('', null), ''],
])('what lies on the stage %s', (_, slots, expected) => {
  expect(slots.map(({ role, app }) => `${role} ${app.id}`).join(', ')).toBe(expected);
});

test('elements are only ever appended: the numbers rise, and a card that moves up keeps its own', () => {
  const before = cards('abc', null);
  const after = cards('abc', null, zap);
  expect(after.map(({ seq }) => seq)).toEqual([1, 2, 3]);
  expect(after.find(({ role }) => role === 'current')?.seq).toBe(
    before.find(({ role }) => role === 'next')?.seq,
  );
});
