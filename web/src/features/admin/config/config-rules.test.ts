import { defaultAlgorithm } from '@zapdeck/contract/instance/settings';
import { expect, test } from 'vitest';
import { warningsOf } from './parameter-warnings.tsx';
import { advertisementSettings, algorithmSettings, weight } from './settings.ts';

const typedParams = {
  ...defaultAlgorithm,
  appsPerPage: '20',
  maxDiversityPool: '100',
  recycledContentThreshold: '50',
  freshContentPriority: '80',
};

test.each([
  ['10', 10],
  ['0.001', 0.001],
  ['-2', -2],
  ['', 0],
  ['ten', 0],
  ['1e9', 0],
])('reads the weight %j as %d', (typed, value) => {
  expect(weight(typed)).toBe(value);
});

test.each([
  ['appsPerPage', '1', 1],
  ['appsPerPage', '100', 100],
  ['appsPerPage', '0', 20],
  ['appsPerPage', '101', 20],
  ['appsPerPage', '', 20],
  ['maxDiversityPool', '20', 20],
  ['maxDiversityPool', '500', 500],
  ['maxDiversityPool', '19', 100],
  ['maxDiversityPool', '501', 100],
  ['recycledContentThreshold', '0', 0],
  ['recycledContentThreshold', '-1', 50],
  ['recycledContentThreshold', '101', 50],
  ['freshContentPriority', '100', 100],
  ['freshContentPriority', 'x', 80],
  ['zapsBetweenAds', '', 1],
  ['zapsBetweenAds', '0', 1],
  ['zapsBetweenAds', '100', 100],
] as const)('reads %s %j as %i', (name, typed, value) => {
  const form = { ...typedParams, enabled: true, zapsBetweenAds: '8', [name]: typed };
  expect(
    name === 'zapsBetweenAds'
      ? advertisementSettings.form.parse(form)[name]
      : algorithmSettings.form.parse(form)[name],
  ).toBe(value);
});

test('replaces invalid parameters with their defaults', () => {
  const typed = {
    ...defaultAlgorithm,
    appsPerPage: '',
    maxDiversityPool: '7',
    recycledContentThreshold: 'x',
    freshContentPriority: '900',
  };
  expect(algorithmSettings.form.parse(typed)).toEqual(defaultAlgorithm);
});

test.each([
  [150, 75, []],
  [149, 75, ['too small']],
  [150, 76, ['too high (76%)']],
  [100, 80, ['too small', 'too high (80%)']],
] as const)(
  'warningsOf a pool of %i with %i %% fresh apps returns %j',
  (maxDiversityPool, freshContentPriority, words) => {
    const warnings = warningsOf({ ...defaultAlgorithm, maxDiversityPool, freshContentPriority });
    expect(warnings).toHaveLength(words.length);
    for (const [index, word] of words.entries()) expect(warnings[index]).toContain(word);
  },
);
