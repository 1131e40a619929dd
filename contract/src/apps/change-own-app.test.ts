import { expect, test } from 'vitest';
import { editForm } from './change-own-app.ts';

const listing = { description: 'Words', url: 'https://a.example.org', category: 'Games', tags: [] };
const long = 'Long '.repeat(17).trim();

test.each([
  ['an unchanged long title, set by an admin', long, undefined],
  ['another long title', `${long}!`, 'At most 50 characters'],
  ['no title', ' ', 'App title is required'],
  ['a short title', 'Short', undefined],
])('editForm checks %s', (_, title, message) => {
  expect(editForm({ title: long }).safeParse({ ...listing, title }).error?.issues[0]?.message).toBe(message);
});
