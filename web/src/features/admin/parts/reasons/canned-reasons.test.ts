import { expect, test } from 'vitest';
import { withPicked } from './canned-reasons.tsx';

const all = [{ text: 'Does not load.' }, { text: 'Nothing to try.' }];

test.each([
  ['', 'Does not load.'],
  ['  ', 'Does not load.'],
  ['Nothing to try.', 'Does not load.'],
  ['See above. ', 'See above.\nDoes not load.'],
])('picking a reason turns %j into %j', (typed, reason) => {
  expect(withPicked(typed, 'Does not load.', all)).toBe(reason);
});
