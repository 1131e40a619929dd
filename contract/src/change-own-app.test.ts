import { expect, test } from 'vitest';
import { editForm } from './change-own-app.ts';

const listing = { description: 'Words', url: 'https://a.example.org', category: 'Games', tags: [] };
const long = 'Long '.repeat(17).trim();

test.each([
  ['an admin’s long title that stays', long, undefined],
  ['another long one', `${long}!`, 'At most 50 characters'],
  ['none', ' ', 'App title is required'],
  ['a short one', 'Short', undefined],
])('an edit with %s', (_, title, message) => {
  expect(editForm({ title: long }).safeParse({ ...listing, title }).error?.issues[0]?.message).toBe(message);
});
