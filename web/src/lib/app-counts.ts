import type { App } from '@zapdeck/contract/apps';

type Counts = Pick<App, 'upvotes' | 'downvotes' | 'views'>;

/** The app as the server told it, a count that it left out being 0; specification, section 2. */
export function withCounts<T extends object>(app: T & Partial<Counts>): T & Counts {
  return { ...app, upvotes: app.upvotes ?? 0, downvotes: app.downvotes ?? 0, views: app.views ?? 0 };
}
