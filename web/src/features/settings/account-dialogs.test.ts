import { expect, test } from 'vitest';
import { losses } from './account-dialogs.tsx';

test('names only the profile for an account without activity', () => {
  expect(losses({ approvedApps: 0, otherApps: 0, votes: 0, reports: 0 })).toHaveLength(1);
});

test('counts votes, reports, submissions and approved apps, with singular and plural', () => {
  expect(losses({ approvedApps: 1, otherApps: 1, votes: 1, reports: 1 }).slice(1)).toEqual([
    '1 vote is removed.',
    '1 report is deleted.',
    '1 other submission is deleted.',
    '1 approved app stays in the deck, without your name.',
  ]);
  expect(losses({ approvedApps: 3, otherApps: 2, votes: 1_200, reports: 4 }).slice(1)).toEqual([
    '1,200 votes are removed.',
    '4 reports are deleted.',
    '2 other submissions are deleted.',
    '3 approved apps stay in the deck, without your name.',
  ]);
});
