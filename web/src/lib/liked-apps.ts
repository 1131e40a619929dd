import type { App, LikedApp } from '@zapdeck/contract/apps';
import { withCounts } from './app-counts.ts';
import type { Answer } from './call.ts';
import { type Page, type Pages, pageOf } from './paged-list.ts';
import { queryClient } from './query-client.ts';
import { onTakeover } from './session.ts';

export const likedAppsKey = ['liked-apps'] as const;

/** What the person did and the server has not answered yet: an answer about the list may be older. */
const underWay = new Map<string, { app: LikedApp; liked: boolean }>();

onTakeover(() => underWay.clear());

/** A page of the list after an app joined or left it; whoever is new comes first of all. */
function changed(page: Page<LikedApp>, isFirst: boolean, app: LikedApp, liked: boolean): Page<LikedApp> {
  const rest = page.items.filter((item) => item.id !== app.id);
  return { items: liked && isFirst ? [app, ...rest] : rest, total: page.total + (liked ? 1 : -1) };
}

/** The pages of liked apps after an app joined or left them; a new one comes first. */
export function withLike(pages: Pages<LikedApp>, app: LikedApp, liked: boolean): Pages<LikedApp> {
  const known = pages.pages.some((page) => page.items.some((item) => item.id === app.id));
  if (known === liked) return pages;
  return { ...pages, pages: pages.pages.map((page, index) => changed(page, index === 0, app, liked)) };
}

/** A page of liked apps from the server's answer, with what the person did meanwhile. */
export function likedPage(answer: Answer<LikedApp[]>, offset: number): Page<LikedApp> {
  const read = pageOf({ ...answer, data: answer.data.map(withCounts) });
  return [...underWay.values()].reduce((page, { app, liked }) => {
    const known = page.items.some((item) => item.id === app.id);
    return known === liked || (liked && offset > 0) ? page : changed(page, offset === 0, app, liked);
  }, read);
}

/** Changes the list of liked apps at once, read or not; calling it with the opposite takes that back. */
export function showAsLiked(app: App | LikedApp, liked: boolean): void {
  const known: LikedApp = { likedAt: new Date().toISOString(), ...app };
  underWay.set(app.id, { app: known, liked });
  // It leaves every list; in a searched or sorted one, only the server knows its place.
  queryClient.setQueriesData<Pages<LikedApp>>(
    { queryKey: likedAppsKey, exact: liked },
    (pages) => pages && withLike(pages, known, liked),
  );
}

/** Leaves the list to the server again for one app. */
export function settleLike(appId: string): void {
  underWay.delete(appId);
}
