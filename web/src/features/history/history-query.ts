import { clearHistory, readHistory, type SeenApp } from '@zapdeck/contract/feed/history';
import { HISTORY_PAGE } from '../../lib/account-cache.ts';
import { forgetKeptPages } from '../../lib/kept-pages.ts';
import { call, callWithHeaders } from '../../lib/call.ts';
import { pageOf, type Pages, usePagedList } from '../../lib/paged-list.ts';
import { onVote, type ShownVote, votedSince } from '../../lib/pending/votes.ts';
import { queryClient } from '../../lib/query-client.ts';
import { knownUser } from '../../lib/session.ts';

const HISTORY_KEY = 'history';

function withVote(entry: SeenApp, shown: ShownVote | undefined): SeenApp {
  const user = knownUser();
  if (!entry.app || !shown || !user) return entry;
  const userVote = shown.vote && { voteType: shown.vote, userId: user.id };
  return { ...entry, app: { ...entry.app, userVote } };
}

/** Reads the history page by page. The worker stores the list without a search for offline use. */
export function useHistory(search: string) {
  return usePagedList([HISTORY_KEY, search], async (offset) => {
    const found = search === '' ? {} : { q: search };
    const askedAt = performance.now();
    const page = pageOf(
      await callWithHeaders(readHistory, { query: { limit: HISTORY_PAGE, offset, ...found } }),
    );
    const votes = votedSince(askedAt);
    return { ...page, items: page.items.map((entry) => withVote(entry, votes.get(entry.appId))) };
  });
}

onVote((shown) => {
  const changed = (entry: SeenApp) => (entry.appId === shown.appId ? withVote(entry, shown) : entry);
  queryClient.setQueriesData<Pages<SeenApp>>(
    { queryKey: [HISTORY_KEY] },
    (pages) =>
      pages && {
        ...pages,
        pages: pages.pages.map((page) => ({ ...page, items: page.items.map(changed) })),
      },
  );
});

/** Clears the history on the server and on this device. */
export async function clear(userId: string, dealAgain: boolean): Promise<void> {
  await call(clearHistory, { body: { dealAgain, userId } }, { repeats: true });
  await queryClient.cancelQueries({ queryKey: [HISTORY_KEY] });
  await forgetKeptPages(readHistory.path).catch(() => undefined);
  await queryClient.resetQueries({ queryKey: [HISTORY_KEY] });
  // Discover shows how many apps of each deck are new.
  if (dealAgain) void queryClient.invalidateQueries({ queryKey: ['decks'] });
}
