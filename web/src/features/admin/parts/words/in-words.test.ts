import { expect, test } from 'vitest';
import { inWords, valueInWords } from './in-words.ts';

test.each([
  ['viewWeight', 'View weight'],
  ['semi_simple', 'Semi-simple'],
  ['status', 'Status'],
  ['page looked at', 'page looked at'],
])('the name %s reads %s', (name, text) => {
  expect(inWords(name)).toBe(text);
});

test.each([
  ['status', 'pending', 'Pending'],
  ['frameStatus', 'unreachable', 'Unreachable'],
  ['algorithmType', 'semi_simple', 'Semi-simple'],
  ['list', 'reportedApps', 'Reported apps'],
  ['isAdmin', true, 'on'],
  ['reviewReason', null, 'nothing'],
  ['viewWeight', 1234.5, '1,234.5'],
  ['tags', ['Free', 'New'], 'Free, New'],
  ['tags', [], 'nothing'],
  ['filters', { a: 1 }, '{"a":1}'],
])('of %s, %j reads %s', (name, value, text) => {
  expect(valueInWords(name, value)).toBe(text);
});

test.each([
  ['title', 'iPhone'],
  ['title', 'pending'],
  ['reason', 'bad'],
  ['description', 'todoMvc'],
  ['search', 'simple'],
])('what somebody wrote as %s stays as it is: %s', (name, text) => {
  expect(valueInWords(name, text)).toBe(text);
});

test('a moment reads as a date and a time of day', () => {
  expect(valueInWords('heldAt', '2026-01-31T12:00:00.000Z')).toMatch(/^Jan 31, 2026, /);
});
