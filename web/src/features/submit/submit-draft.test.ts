import { expect, test } from 'vitest';
import { emptyListing } from '../../lib/listing.ts';
import { openingValues, valuesOf } from './submit-draft.ts';

test('fills an empty form without a draft', () => {
  expect(valuesOf(undefined)).toEqual(emptyListing);
});

test('fills in the fields of a draft, except those of another type', () => {
  const draft = { url: 'https://example.org', title: 7, tags: ['Free', 3], category: 'Games', extra: true };
  expect(valuesOf(draft)).toEqual({
    ...emptyListing,
    url: 'https://example.org',
    tags: ['Free'],
    category: 'Games',
  });
});

test('prefers a shared app, and sets a draft of another app aside', () => {
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
