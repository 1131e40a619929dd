import { beforeEach, expect, test, vi } from 'vitest';
import { closedStorage, memoryStorage } from '../../testing/fake-storages.ts';
import { OUTBOX_MAX, outboxOf } from './outbox.ts';

interface Letter {
  id: string;
  text: string;
}
const lettersOf = outboxOf<Letter>({
  name: 'letters',
  idOf: ({ id }) => id,
  isItem: (value): value is Letter => 'id' in value && 'text' in value,
});
const [mine, yours] = [lettersOf('me'), lettersOf('you')];
const letter = (id: string, text = ''): Letter => ({ id, text });
let kept: Map<string, string>;

beforeEach(() => {
  const memory = memoryStorage();
  vi.stubGlobal('localStorage', memory.storage);
  ({ kept } = memory);
});

test('keeps items in order and per user, until they are dropped', () => {
  mine.keep(letter('a'));
  mine.keep(letter('b'));
  yours.keep(letter('c'));
  expect(mine.unsent()).toEqual([letter('a'), letter('b')]);
  mine.drop('unknown');
  mine.drop('a');
  expect(lettersOf('me').unsent()).toEqual([letter('b')]);
  mine.drop('b');
  expect([...kept.keys()]).toEqual(['zapdeck.letters.you']);
});

test('keeps the last of several items with one id', () => {
  mine.keep(letter('a', 'first'));
  mine.keep(letter('b'));
  mine.keep(letter('a', 'second'));
  expect(mine.unsent()).toEqual([letter('b'), letter('a', 'second')]);
});

test('drops the oldest items beyond the maximum', () => {
  for (let number = 0; number <= OUTBOX_MAX; number += 1) mine.keep(letter(`${number}`));
  const left = mine.unsent();
  expect([left.length, left[0]?.id, left.at(-1)?.id]).toEqual([OUTBOX_MAX, '1', `${OUTBOX_MAX}`]);
});

test.each(['not json', '{}', 'null', '[1, null, "a", {"id": "a"}]'])(
  'ignores the stored value %s',
  (stored) => {
    kept.set('zapdeck.letters.me', stored);
    expect(mine.unsent()).toEqual([]);
  },
);

test('works without storage, but keeps nothing', () => {
  vi.stubGlobal('localStorage', closedStorage());
  expect(() => mine.keep(letter('a'))).not.toThrow();
  expect(() => mine.drop('a')).not.toThrow();
  expect(mine.unsent()).toEqual([]);
});
