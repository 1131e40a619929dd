import { expect, test } from 'vitest';
import { anApp } from '../testing/an-app.ts';
import { withCounts } from './app-counts.ts';

const { upvotes: _up, downvotes: _down, views: _views, ...bare } = anApp('a');

test('withCounts adds missing counts as 0 and keeps others', () => {
  expect(withCounts(bare)).toMatchObject({ upvotes: 0, downvotes: 0, views: 0 });
  expect(withCounts({ ...bare, upvotes: 3 })).toMatchObject({ upvotes: 3, downvotes: 0, views: 0 });
});
