import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { memoryStorage } from '../../../testing/fake-storages.ts';
import { emptyListing, type Listing } from '../../../lib/listing.ts';
import { changesOf, followed, keepEditDraft, readEditDraft } from './edit-draft.ts';

const before: Listing = {
  ...emptyListing,
  url: 'u',
  title: 't',
  description: 'd',
  category: 'c',
  tags: ['New', 'Free'],
};

beforeEach(() => vi.stubGlobal('localStorage', memoryStorage().storage));
afterEach(() => vi.unstubAllGlobals());

test('only what was changed is sent, and the order of tags is no change', () => {
  expect(changesOf(before, { ...before, tags: ['Free', 'New'] })).toBeUndefined();
  expect(changesOf(before, { ...before, title: 'x', tags: [] })).toEqual({ title: 'x', tags: [] });
});

test('a draft is kept for one person and one app until nothing is changed any more', () => {
  keepEditDraft('app', 'me', { title: 'x', tags: ['New'] });
  expect(readEditDraft('app', 'me')).toEqual({ title: 'x', tags: ['New'] });
  expect(readEditDraft('app', 'you')).toBeUndefined();
  expect(readEditDraft('other', 'me')).toBeUndefined();
  keepEditDraft('app', 'me', undefined);
  expect(readEditDraft('app', 'me')).toBeUndefined();
});

test('of a draft that is damaged nothing is taken', () => {
  localStorage.setItem('zapdeck.edit-draft.app.me', '{"title":5,"tags":"x","url":"u"}');
  expect(readEditDraft('app', 'me')).toEqual({ url: 'u' });
});

test('what a moderator corrected meanwhile is taken over, and what was typed is kept', () => {
  const now = { ...before, title: 'corrected', category: 'other' };
  const typed = { ...before, title: 'mine' };
  const after = { ...typed, ...followed(before, now, typed) };
  expect(changesOf(now, after)).toEqual({ title: 'mine' });
});
