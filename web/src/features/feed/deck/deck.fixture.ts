import type { App } from '@zapdeck/contract/apps';

/** An app for tests, whole and approved. */
export function anApp(id: string, change: Partial<App> = {}): App {
  return {
    id,
    title: `App ${id}`,
    description: '',
    url: `https://${id}.test/`,
    category: 'Games',
    thumbnailUrl: null,
    tags: [],
    status: 'approved',
    upvotes: 0,
    downvotes: 0,
    views: 0,
    frameStatus: 'ok',
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
    userVote: null,
    submitter: null,
    ...change,
  };
}
