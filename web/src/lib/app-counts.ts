import type { App } from '@zapdeck/contract/apps/apps';

type Counts = Pick<App, 'upvotes' | 'downvotes' | 'views'>;

/** Replaces missing counts in a response by 0. */
export function withCounts<T extends object>(app: T & Partial<Counts>): T & Counts {
  return { ...app, upvotes: app.upvotes ?? 0, downvotes: app.downvotes ?? 0, views: app.views ?? 0 };
}
