import type { Decided } from '@zapdeck/contract/moderation/decisions';
import { expect, test } from 'vitest';
import { refusalInWords } from './decide-toasts.ts';

const decided: Decided = { status: 'rejected', by: null, at: '2026-06-01T00:00:00.000Z', cause: null };
const by = { id: 'b', firstName: 'Ben', email: 'ben@mail.example' };

test.each<[string, Decided | null, string]>([
  ['a colleague decided first', { ...decided, by }, 'Ben has already rejected “Tea”.'],
  ['the app was edited', { ...decided, status: 'pending', by }, 'Ben has just changed “Tea”.'],
  ['the colleague is unknown', decided, 'Another admin has already rejected “Tea”.'],
  [
    'the app was withdrawn',
    { ...decided, by, cause: 'withdrawn' },
    '“Tea” was withdrawn. You can decide on it once its maker resubmits it.',
  ],
  [
    'the maker is suspended',
    { ...decided, status: 'pending', cause: 'maker_suspended' },
    '“Tea” waits until the suspension of its maker is lifted.',
  ],
  ['the app was deleted', null, '“Tea” has been deleted.'],
])('explains a rejected decision: %s', (_, found, words) => {
  expect(refusalInWords('Tea', found)).toBe(words);
});
