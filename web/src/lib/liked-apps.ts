import type { App, LikedApp } from '@zapdeck/contract/apps';
import { withCounts } from './app-counts.ts';
import type { Answer } from './call.ts';
import { type Page, type Pages, pageOf } from './paged-list.ts';
import { queryClient } from './query-client.ts';
import { onTakeover } from './session.ts';

export const likedAppsKey = ['liked-apps'] as const;

/** Likes that the server has not confirmed yet. A list that the server sends may be older. */
const underWay = new Map<string, { app: LikedApp; liked: boolean }>();

onTakeover(() => underWay.clear());

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
  return [...underWay.values()].reduce((page, { app, liked }) => {
    const known = page.items.some((item) => item.id === app.id);
    return known === liked || (liked && offset > 0) ? page : changed(page, offset === 0, app, liked);
  }, read);
}

/** Changes the list of liked apps at once, loaded or not. A call with the opposite undoes it. */
export function showAsLiked(app: App | LikedApp, liked: boolean): void {
  const known: LikedApp = { likedAt: new Date().toISOString(), ...app };
  underWay.set(app.id, { app: known, liked });
  // It is removed from every list. Its place in a searched or sorted list is known to the server only.
  queryClient.setQueriesData<Pages<LikedApp>>(
    { queryKey: likedAppsKey, exact: liked },
    (pages) => pages && withLike(pages, known, liked),
  );
}

/** Drops the unconfirmed like of an app, so that the list of the server counts again. */
export function settleLike(appId: string): void {
  underWay.delete(appId);
}
