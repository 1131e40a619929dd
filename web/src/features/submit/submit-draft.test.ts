import { expect, test } from 'vitest';
import { emptyListing } from '../../lib/listing.ts';
import { openingValues, valuesOf } from './submit-draft.ts';

test('no draft is an empty form', () => {
  expect(valuesOf(undefined)).toEqual(emptyListing);
});

test('what a draft holds comes back, and nothing of another kind', () => {
  const draft = { url: 'https://example.org', title: 7, tags: ['Free', 3], category: 'Games', extra: true };
  expect(valuesOf(draft)).toEqual({
    ...emptyListing,
    url: 'https://example.org',
    tags: ['Free'],
    category: 'Games',
  });
});

test('an app that was shared comes before a draft, which is put aside unless it is of the same app', () => {
  const draft = { ...emptyListing, url: 'https://tea.example.org/', title: 'Tea' };
  const search = '?url=https%3A%2F%2Fpiano.example.org%2F&title=Piano';
  const shared = { ...emptyListing, url: 'https://piano.example.org/', title: 'Piano' };
  expect(openingValues(draft, search)).toEqual({ values: shared, putAside: draft });
  expect(openingValues(emptyListing, search)).toEqual({ values: shared, putAside: undefined });
  expect(openingValues(draft, '')).toEqual({ values: draft, putAside: undefined });
  expect(openingValues(draft, `?url=${encodeURIComponent(draft.url)}`)).toEqual({
    values: draft,
    putAside: undefined,
  });
});
