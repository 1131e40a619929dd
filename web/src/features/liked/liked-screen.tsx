import { plural, t } from '@lingui/core/macro';
import { type LikedApp, likedApps, LikedSort } from '@zapdeck/contract/apps/apps';
import { screens } from '@zapdeck/contract/instance/screens';
import { useState } from 'react';
import { ScreenHeading } from '../../components/layout/screen-heading.tsx';
import { ButtonLink } from '../../components/ui/button-link.tsx';
import { Button } from '../../components/ui/button.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { LoadMore } from '../../components/ui/load-more.tsx';
import { OfflineHint } from '../../components/ui/offline-hint.tsx';
import { QueryView } from '../../components/ui/query-view.tsx';
import { SearchInput } from '../../components/ui/search-input.tsx';
import { SelectInput } from '../../components/ui/select-input.tsx';
import { Status } from '../../components/ui/status.tsx';
import { LIKED_PAGE } from '../../lib/account-cache.ts';
import { callWithHeaders, isUnconfirmed } from '../../lib/call.ts';
import { likedAppsKey, likedPage } from '../../lib/pending/liked-apps.ts';
import { itemsOf, pageOf, totalOf, usePagedList } from '../../lib/paged-list.ts';
import { setVote } from '../../lib/pending/votes.ts';
import { say } from '../../lib/say.ts';
import { useUser } from '../../lib/session.ts';
import { toast } from '../../lib/toasts.ts';
import { GuestLikes } from './guest-likes.tsx';
import { LikedRow, LikedSkeleton } from './liked-row.tsx';

/** Removes the user's like, at once in the list, and offers to undo it. */
export async function unlike(app: LikedApp, userId: string): Promise<void> {
  if (!(await setVote(userId, app, 'up', null))) return;
  toast({
    title: t`Vote Removed`,
    description: t`You no longer like ${app.title}`,
    action: { label: t`Undo`, onClick: () => void setVote(userId, app, null, 'up') },
  });
}

const names = (): Record<LikedSort, string> => ({
  liked: t`Newest likes first`,
  title: t`By title`,
  upvotes: t`Most liked first`,
});

interface Props {
  search: string;
  sort: LikedSort;
  onSearch: (search: string) => void;
  onSort: (sort: LikedSort) => void;
}

function LikedFilters({ search, sort, onSearch, onSort }: Props) {
  return (
    <div className="mb-4 grid gap-3 sm:grid-cols-[1fr_15rem]">
      <SearchInput label={t`Search your liked apps`} value={search} onChange={onSearch} />
      <SelectInput
        aria-label={t`Sort by`}
        value={sort}
        onChange={(event) => onSort(LikedSort.parse(event.target.value))}
      >
        {LikedSort.options.map((option) => (
          <option key={option} value={option}>
            {names()[option]}
          </option>
        ))}
      </SelectInput>
    </div>
  );
}

/** The default list has no parameters, because the worker stores exactly that address for offline use. */
const readLiked = (search: string, sort: LikedSort) => async (offset: number) => {
  const isPlain = search === '' && sort === 'liked';
  const asked = isPlain ? {} : { search, sort };
  const askedAt = performance.now();
  const answer = await callWithHeaders(likedApps, { query: { limit: LIKED_PAGE, offset, ...asked } });
  return isPlain ? likedPage(answer, offset, askedAt) : pageOf(answer);
};

function LikedList() {
  const user = useUser();
  const [search, setSearch] = useState('');
  const [sort, setSort] = useState<LikedSort>('liked');
  const showAll = () => {
    setSearch('');
    setSort('liked');
    // The button disappears with the filters.
    document.querySelector('main')?.focus({ preventScroll: true });
  };
  const words = search.trim();
  const isPlain = words === '' && sort === 'liked';
  const query = usePagedList(isPlain ? likedAppsKey : [...likedAppsKey, words, sort], readLiked(words, sort));
  if (isPlain && query.data && totalOf(query.data) === 0) {
    return (
      <EmptyState
        title={t`No Liked Apps Yet`}
        text={t`Swipe right on an app you like and it waits for you here.`}
      >
        <ButtonLink href="/">{t`Start browsing`}</ButtonLink>
      </EmptyState>
    );
  }
  return (
    <>
      <OfflineHint text={t`Offline: showing your last saved list.`} />
      {isUnconfirmed(query.error) ? null : (
        <LikedFilters search={search} sort={sort} onSearch={setSearch} onSort={setSort} />
      )}
      <QueryView query={query} failure={t`Couldn’t load your liked apps`} skeleton={<LikedSkeleton />}>
        {(pages) => (
          <>
            <Status className="tabular mb-4 text-muted">
              {plural(totalOf(pages), { one: '# app', other: '# apps' })}
            </Status>
            {totalOf(pages) === 0 ? (
              <EmptyState title={t`Nothing found`} text={t`No liked apps match your search.`}>
                <Button variant="secondary" onClick={showAll}>{t`Show all`}</Button>
              </EmptyState>
            ) : null}
            <ul className="grid grid-cols-1 gap-3 lg:grid-cols-2">
              {itemsOf(pages).map((app) => (
                <LikedRow
                  key={app.id}
                  app={app}
                  likedAt={app.likedAt}
                  onUnlike={() => void unlike(app, user.id)}
                />
              ))}
            </ul>
            <LoadMore query={query} />
          </>
        )}
      </QueryView>
    </>
  );
}

export default function LikedScreen() {
  const user = useUser();
  return (
    <div className="mx-auto max-w-5xl px-4 md:px-8">
      <ScreenHeading title={say(screens.liked.title)} />
      {user.isGuest ? <GuestLikes userId={user.id} /> : <LikedList />}
    </div>
  );
}
