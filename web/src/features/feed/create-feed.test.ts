import { expect, test } from 'vitest';
import { aDeck } from './state/deck.fixture.ts';
import { feedOf } from './create-feed.ts';
import { createFeedStore } from './state/feed-store.ts';

test('returns one feed per store and user', () => {
  const store = createFeedStore(aDeck('ab'));
  const guest = feedOf(store, { id: 'u', isGuest: true });
  expect(feedOf(store, { id: 'u', isGuest: true })).toBe(guest);
  // After sign-up, the same deck sends votes.
  expect(feedOf(store, { id: 'u', isGuest: false })).not.toBe(guest);
  expect(feedOf(createFeedStore(aDeck('ab')), { id: 'u', isGuest: true })).not.toBe(guest);
});
