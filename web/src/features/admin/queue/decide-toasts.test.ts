import type { Decided } from '@zapdeck/contract/decisions';
import { expect, test } from 'vitest';
import { refusalInWords } from './decide-toasts.ts';

const decided: Decided = { status: 'rejected', by: null, at: '2026-06-01T00:00:00.000Z', cause: null };
const by = { id: 'b', firstName: 'Ben', email: 'ben@mail.example' };

test.each<[string, Decided | null, string]>([
  ['a colleague was faster', { ...decided, by }, 'Ben has already rejected “Tea”.'],
  ['it was edited', { ...decided, status: 'pending', by }, 'Ben has just changed “Tea”.'],
  ['nobody knows by whom', decided, 'Another admin has already rejected “Tea”.'],
  [
    'its maker took it back',
    { ...decided, by, cause: 'withdrawn' },
    '“Tea” was withdrawn by its maker and waits until they send it in again.',
  ],
  [
    'its maker is suspended',
    { ...decided, status: 'pending', cause: 'maker_suspended' },
    '“Tea” waits until the suspension of its maker is lifted.',
  ],
  ['it is deleted', null, '“Tea” has been deleted.'],
])('of a decision that was refused, it is said why: %s', (_, found, words) => {
  expect(refusalInWords('Tea', found)).toBe(words);
});
