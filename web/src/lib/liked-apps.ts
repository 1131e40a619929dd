import type { App } from '@zapdeck/contract/apps';
import type { Pages } from './paged-list.ts';
import { queryClient } from './query-client.ts';

export const likedAppsKey = ['liked-apps'] as const;

/** The pages of liked apps after an app joined or left them; a new one comes first. */
export function withLike(pages: Pages<App>, app: App, liked: boolean): Pages<App> {
  const known = pages.pages.some((page) => page.items.some((item) => item.id === app.id));
  if (known === liked) return pages;
  const step = liked ? 1 : -1;
  return {
    ...pages,
    pages: pages.pages.map((page, index) => {
      const rest = page.items.filter((item) => item.id !== app.id);
      return { items: liked && index === 0 ? [app, ...rest] : rest, total: page.total + step };
    }),
  };
}

/** Changes the list of liked apps at once, if it was read; calling it with the opposite takes that back. */
export function showAsLiked(app: App, liked: boolean): void {
  queryClient.setQueryData<Pages<App>>(likedAppsKey, (pages) => pages && withLike(pages, app, liked));
}
