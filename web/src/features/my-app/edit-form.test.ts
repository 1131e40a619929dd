import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { memoryStorage } from '../../testing/fake-storages.ts';
import { emptyListing, type Listing } from '../../lib/listing.ts';
import { changesOf, followed, keepEditDraft, readEditDraft } from './edit-form.tsx';

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

test('changesOf returns changed fields only, and ignores the order of tags', () => {
  expect(changesOf(before, { ...before, tags: ['Free', 'New'] })).toBeUndefined();
  expect(changesOf(before, { ...before, title: 'x', tags: [] })).toEqual({ title: 'x', tags: [] });
});

test('stores a draft per user and app until no change is left', () => {
  keepEditDraft('app', 'me', { title: 'x', tags: ['New'] });
  expect(readEditDraft('app', 'me')).toEqual({ title: 'x', tags: ['New'] });
  expect(readEditDraft('app', 'you')).toBeUndefined();
  expect(readEditDraft('other', 'me')).toBeUndefined();
  keepEditDraft('app', 'me', undefined);
  expect(readEditDraft('app', 'me')).toBeUndefined();
});

test('readEditDraft ignores invalid fields', () => {
  localStorage.setItem('zapdeck.edit-draft.app.me', '{"title":5,"tags":"x","url":"u"}');
  expect(readEditDraft('app', 'me')).toEqual({ url: 'u' });
});

test('adopts changes of a moderator, and keeps typed changes', () => {
  const now = { ...before, title: 'corrected', category: 'other' };
  const typed = { ...before, title: 'mine' };
  const after = { ...typed, ...followed(before, now, typed) };
  expect(changesOf(now, after)).toEqual({ title: 'mine' });
});
