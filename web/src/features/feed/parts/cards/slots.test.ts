import { expect, test } from 'vitest';
import { aDeck } from '../../state/deck.fixture.ts';
import { cardId } from '../../state/deck.ts';
import { type DeckAction, reduceDeck } from '../../state/reduce-deck.ts';
import { slotsOf } from './slots.ts';

const cards = (ids: string, cursor: string | null, ...actions: DeckAction[]) =>
  slotsOf(actions.reduce(reduceDeck, aDeck(ids, cursor)));
const zap = { type: 'forward', decision: 'zap' } as const;

test.each([
  ['at first', cards('abc', null), 'current a, next b'],
  ['on the way', cards('abc', null, zap), 'leaving a, current b, next c'],
  ['arrived', cards('abc', null, zap, { type: 'settle', seq: 1 }), 'current b, next c'],
  ['quicker than the motion', cards('abcd', null, zap, zap), 'leaving b, current c, next d'],
  ['back', cards('abc', null, zap, { type: 'undo' }), 'leaving b, current a, next b'],
  ['before the end', cards('ab', null, zap), 'leaving a, current b, next end'],
  ['at the end', cards('ab', null, zap, zap), 'leaving b, current end, next a'],
  ['waiting for a page', cards('a', 'x', zap), 'leaving a'],
  ['without cards', cards('', null), ''],
])('returns the cards on the stage %s', (_, slots, expected) => {
  expect(slots.map(({ role, card }) => `${role} ${cardId(card)}`).join(', ')).toBe(expected);
});

test('sorts by number, and a card keeps its number when it comes to the front', () => {
  const before = cards('abc', null);
  const after = cards('abc', null, zap);
  expect(after.map(({ seq }) => seq)).toEqual([1, 2, 3]);
  expect(after.find(({ role }) => role === 'current')?.seq).toBe(
    before.find(({ role }) => role === 'next')?.seq,
  );
});
