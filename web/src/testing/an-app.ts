import type { App } from '@zapdeck/contract/apps/apps';
import { emptyListing } from '../lib/listing.ts';

/** Returns an approved app for tests. */
export function anApp(id: string, change: Partial<App> = {}): App {
  return {
    id,
    ...emptyListing,
    title: `App ${id}`,
    url: `https://${id}.test/`,
    category: 'Games',
    thumbnailUrl: null,
    picture: null,
    colour: null,
    status: 'approved',
    upvotes: 0,
    downvotes: 0,
    views: 0,
    isVerified: false,
    frameStatus: 'ok',
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
    pageUrl: `https://zapdeck.test/a/${id}`,
    userVote: null,
    submitter: null,
    ...change,
  };
}
