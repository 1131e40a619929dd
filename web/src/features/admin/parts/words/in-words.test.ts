import { ListingField, PageField } from '@zapdeck/contract/apps/app-changes';
import { InstanceSettings } from '@zapdeck/contract/instance/instance';
import { ModerationSettings } from '@zapdeck/contract/moderation/moderation';
import { AdvertisementConfig, AlgorithmParams, FormulaWeights } from '@zapdeck/contract/instance/settings';
import { expect, test } from 'vitest';
import { listingLabels } from '../../../../lib/listing.ts';
import { codeNames } from './code-names.ts';
import { inWords, valueInWords } from './in-words.ts';

test.each([
  ['viewWeight', 'View weight'],
  ['semi_simple', 'Semi-simple'],
  ['status', 'Status'],
  ['thumbnailUrl', 'URL of its picture'],
  ['fieldOfOldEntries', 'Field of old entries'],
  ['page looked at', 'page looked at'],
])('shows the code %s as %s', (name, text) => {
  expect(inWords(name)).toBe(text);
});

test('has names for all fields of settings and listings', () => {
  const settings = [
    ModerationSettings,
    AdvertisementConfig,
    AlgorithmParams,
    FormulaWeights,
    InstanceSettings,
  ];
  const fields = settings.flatMap(({ shape }) => Object.keys(shape));
  const names = { ...codeNames, ...listingLabels() };
  for (const field of [...fields, ...ListingField.options, ...PageField.options])
    expect(names, field).toHaveProperty([field]);
});

test.each([
  ['status', 'pending', 'Pending'],
  ['frameStatus', 'unreachable', 'Unreachable'],
  ['algorithmType', 'semi_simple', 'Semi-simple'],
  ['list', 'reportedApps', 'Reported apps'],
  ['list', 'pending-apps', 'Pending apps'],
  ['isAdmin', true, 'on'],
  ['reviewReason', null, '–'],
  ['viewWeight', 1234.5, '1,234.5'],
  ['tags', ['Free', 'New'], 'Free, New'],
  ['tags', [], '–'],
  ['filters', { a: 1 }, 'A: 1'],
  ['landing', { heading: { en: 'Play' }, subtitle: {}, note: { en: '' } }, 'Heading: English: Play'],
  ['tagline', {}, '–'],
  ['registration', 'approval', 'By approval'],
  ['defaultLanguage', 'de', 'German'],
  ['languages', ['en', 'pt-BR'], 'English, Brazilian Portuguese'],
  ['languages', null, 'All languages'],
])('shows the value of %s %j as %s', (name, value, text) => {
  expect(valueInWords(name, value)).toBe(text);
});

test.each([
  ['title', 'iPhone'],
  ['title', 'pending'],
  ['reason', 'bad'],
  ['description', 'todoMvc'],
  ['search', 'simple'],
])('shows typed text unchanged: %s %s', (name, text) => {
  expect(valueInWords(name, text)).toBe(text);
});

test('shows a time as date and time of day', () => {
  expect(valueInWords('heldAt', '2026-01-31T12:00:00.000Z')).toMatch(/^Jan 31, 2026, /);
});
