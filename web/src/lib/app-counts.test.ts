import type { App } from '@zapdeck/contract/apps';
import { expect, test } from 'vitest';
import { withCounts } from './app-counts.ts';

const bare: Omit<App, 'upvotes' | 'downvotes' | 'views'> = {
  id: 'a',
  title: 'A',
  description: '',
  url: 'https://a.test/',
  category: 'Games',
  thumbnailUrl: null,
  picture: null,
  colour: null,
  tags: [],
  status: 'approved',
  isVerified: false,
  frameStatus: 'ok',
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  pageUrl: 'https://zapdeck.test/a/a',
  userVote: null,
  submitter: null,
};

test('a count that was left out is 0, one that came is kept', () => {
  expect(withCounts(bare)).toMatchObject({ upvotes: 0, downvotes: 0, views: 0 });
  expect(withCounts({ ...bare, upvotes: 3 })).toMatchObject({ upvotes: 3, downvotes: 0, views: 0 });
});
