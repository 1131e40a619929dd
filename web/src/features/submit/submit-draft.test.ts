import { expect, test } from 'vitest';
import { emptySubmit, valuesOf } from './submit-draft.ts';

test('no draft is an empty form', () => {
  expect(valuesOf(undefined)).toEqual(emptySubmit);
});

test('what a draft holds comes back, and nothing of another kind', () => {
  const draft = { url: 'https://example.org', title: 7, tags: ['Free', 3], category: 'Games', extra: true };
  expect(valuesOf(draft)).toEqual({
    ...emptySubmit,
    url: 'https://example.org',
    tags: ['Free'],
    category: 'Games',
  });
});
