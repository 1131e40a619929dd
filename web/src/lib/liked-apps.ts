import type { LikedApp } from '@zapdeck/contract/apps';
import { withCounts } from './app-counts.ts';
import type { Answer } from './call.ts';
import { type Page, type Pages, pageOf } from './paged-list.ts';
import { queryClient } from './query-client.ts';
import { onUnconfirmedLike, unconfirmedLikes } from './unconfirmed-likes.ts';

export const likedAppsKey = ['liked-apps'] as const;

/** Returns a page of the list with an app added at the top or removed. */
function changed(page: Page<LikedApp>, isFirst: boolean, app: LikedApp, liked: boolean): Page<LikedApp> {
  const rest = page.items.filter((item) => item.id !== app.id);
  return { items: liked && isFirst ? [app, ...rest] : rest, total: page.total + (liked ? 1 : -1) };
}

/** Returns the pages of liked apps with an app added at the top or removed. */
export function withLike(pages: Pages<LikedApp>, app: LikedApp, liked: boolean): Pages<LikedApp> {
  const known = pages.pages.some((page) => page.items.some((item) => item.id === app.id));
  if (known === liked) return pages;
  return { ...pages, pages: pages.pages.map((page, index) => changed(page, index === 0, app, liked)) };
}

/** Returns a page of liked apps from a response, with the likes that the server has not confirmed yet. */
export function likedPage(answer: Answer<LikedApp[]>, offset: number): Page<LikedApp> {
  const read = pageOf({ ...answer, data: answer.data.map(withCounts) });
  return unconfirmedLikes().reduce((page, { app, liked }) => {
    const known = page.items.some((item) => item.id === app.id);
    return known === liked || (liked && offset > 0) ? page : changed(page, offset === 0, app, liked);
  }, read);
}

onUnconfirmedLike(({ app, liked }) => {
  // It is removed from every list. Its place in a searched or sorted list is known to the server only.
  queryClient.setQueriesData<Pages<LikedApp>>(
    { queryKey: likedAppsKey, exact: liked },
    (pages) => pages && withLike(pages, app, liked),
  );
});
