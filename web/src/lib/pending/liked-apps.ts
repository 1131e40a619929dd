import type { App, LikedApp } from '@zapdeck/contract/apps/apps';
import { withCounts } from '../app-counts.ts';
import type { Answer } from '../call.ts';
import { type Page, pageOf, type Pages } from '../paged-list.ts';
import { queryClient } from '../query-client.ts';
import { onVote, votedSince } from './votes.ts';

export const likedAppsKey = ['liked-apps'] as const;

function changed(page: Page<LikedApp>, isFirst: boolean, app: LikedApp, liked: boolean): Page<LikedApp> {
  const rest = page.items.filter((item) => item.id !== app.id);
  return { items: liked && isFirst ? [app, ...rest] : rest, total: page.total + (liked ? 1 : -1) };
}

/** Adds an app at the top of the pages, or removes it. */
export function withLike(pages: Pages<LikedApp>, app: LikedApp, liked: boolean): Pages<LikedApp> {
  const known = pages.pages.some((page) => page.items.some((item) => item.id === app.id));
  if (known === liked) return pages;
  return { ...pages, pages: pages.pages.map((page, index) => changed(page, index === 0, app, liked)) };
}

/** Returns a page from a response, with votes that were sent or answered after the request (`performance.now()`). */
export function likedPage(answer: Answer<LikedApp[]>, offset: number, askedAt: number): Page<LikedApp> {
  const read = pageOf({ ...answer, data: answer.data.map(withCounts) });
  return [...votedSince(askedAt).values()].reduce((page, { appId, app, vote }) => {
    const isLiked = vote === 'up';
    const isListed = page.items.some((item) => item.id === appId);
    if (isListed === isLiked || (isLiked && (offset > 0 || !app))) return page;
    return changed(page, offset === 0, asLiked(appId, app), isLiked);
  }, read);
}

/** Unknown apps can only be removed. */
const asLiked = (id: string, app: App | LikedApp | undefined): LikedApp => ({
  likedAt: new Date().toISOString(),
  ...(app ?? ({ id } as App)),
});

onVote(({ appId, app, vote }) => {
  const isLiked = vote === 'up';
  if (isLiked && !app) return;
  // Removed from every list. Only the server knows its place in a searched or sorted list.
  queryClient.setQueriesData<Pages<LikedApp>>(
    { queryKey: likedAppsKey, exact: isLiked },
    (pages) => pages && withLike(pages, asLiked(appId, app), isLiked),
  );
});
