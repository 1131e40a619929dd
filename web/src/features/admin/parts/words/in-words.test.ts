import { ListingField, PageField } from '@zapdeck/contract/app-changes';
import { ModerationSettings } from '@zapdeck/contract/moderation';
import { AdvertisementConfig, AlgorithmParams, FormulaWeights } from '@zapdeck/contract/settings';
import { expect, test } from 'vitest';
import { codeNames } from './code-names.ts';
import { inWords, valueInWords } from './in-words.ts';

test.each([
  ['viewWeight', 'View weight'],
  ['semi_simple', 'Semi-simple'],
  ['status', 'Status'],
  ['fieldOfOldEntries', 'Field of old entries'],
  ['page looked at', 'page looked at'],
])('the name %s reads %s', (name, text) => {
  expect(inWords(name)).toBe(text);
});

test('fields of settings and listings have names', () => {
  const settings = [ModerationSettings, AdvertisementConfig, AlgorithmParams, FormulaWeights];
  const fields = settings.flatMap(({ shape }) => Object.keys(shape));
  for (const field of [...fields, ...ListingField.options, ...PageField.options])
    expect(codeNames, field).toHaveProperty([field]);
});

test.each([
  ['status', 'pending', 'Pending'],
  ['frameStatus', 'unreachable', 'Unreachable'],
  ['algorithmType', 'semi_simple', 'Semi-simple'],
  ['list', 'reportedApps', 'Reported apps'],
  ['list', 'pending-apps', 'Pending apps'],
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
