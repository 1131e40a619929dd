import type { App } from '@zapdeck/contract/apps';
import { clearHistory, readHistory, type SeenApp } from '@zapdeck/contract/history';
import type { VoteType } from '@zapdeck/contract/votes';
import { HISTORY_PAGE } from '../../lib/account-cache.ts';
import { callWithHeaders } from '../../lib/call.ts';
import { callRepeatable } from '../../lib/idempotency.ts';
import { forgetKeptPages } from '../../lib/kept-pages.ts';
import { pageOf, type Pages, usePagedList } from '../../lib/paged-list.ts';
import { queryClient } from '../../lib/query-client.ts';

/** Invalidated when the server has stored a view or a vote. */
const HISTORY_KEY = 'history';

/** Reads the history page by page. The worker keeps the list without a search for times without a network. */
export function useHistory(search: string) {
  return usePagedList([HISTORY_KEY, search], async (offset) => {
    const found = search === '' ? {} : { q: search };
    return pageOf(await callWithHeaders(readHistory, { query: { limit: HISTORY_PAGE, offset, ...found } }));
  });
}

/** Changes the user's vote on an app in all lists that are loaded. A list that is being read would bring the old vote back. */
export async function showVote({ id }: App, userId: string, voteType: VoteType | null): Promise<void> {
  await queryClient.cancelQueries({ queryKey: [HISTORY_KEY] });
  const changed = (entry: SeenApp): SeenApp =>
    entry.app?.id === id
      ? { ...entry, app: { ...entry.app, userVote: voteType && { voteType, userId } } }
      : entry;
  queryClient.setQueriesData<Pages<SeenApp>>(
    { queryKey: [HISTORY_KEY] },
    (pages) =>
      pages && {
        ...pages,
        pages: pages.pages.map((page) => ({ ...page, items: page.items.map(changed) })),
      },
  );
}

/** Clears the history on the server and on this device. */
export async function clear(userId: string, dealAgain: boolean): Promise<void> {
  await callRepeatable(clearHistory, { body: { dealAgain, userId } });
  await queryClient.cancelQueries({ queryKey: [HISTORY_KEY] });
  await forgetKeptPages(readHistory.path).catch(() => undefined);
  await queryClient.resetQueries({ queryKey: [HISTORY_KEY] });
  // Discover shows how many apps of each deck are new.
  if (dealAgain) void queryClient.invalidateQueries({ queryKey: ['decks'] });
}
