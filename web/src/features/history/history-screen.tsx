import { plural, t } from '@lingui/core/macro';
import type { SeenApp } from '@zapdeck/contract/feed/history';
import { screens } from '@zapdeck/contract/instance/screens';
import { useState } from 'react';
import { ScreenHeading } from '../../components/layout/screen-heading.tsx';
import { Button } from '../../components/ui/button.tsx';
import { ButtonLink } from '../../components/ui/button-link.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { LoadMore } from '../../components/ui/load-more.tsx';
import { OfflineHint } from '../../components/ui/offline-hint.tsx';
import { QueryView } from '../../components/ui/query-view.tsx';
import { SearchInput } from '../../components/ui/search-input.tsx';
import { Status } from '../../components/ui/status.tsx';
import { useConnected } from '../../lib/connection.ts';
import { itemsOf, type Pages, totalOf } from '../../lib/paged-list.ts';
import { loginAddress } from '../../lib/return-to.ts';
import { say } from '../../lib/say.ts';
import { useSavedLikes } from '../../lib/pending/saved-likes.ts';
import { useUser } from '../../lib/session.ts';
import { ClearSheet } from './clear-sheet.tsx';
import { byDay, nameOfDay } from './days.ts';
import { useHistory } from './history-query.ts';
import { HistoryRow } from './history-row.tsx';
import { HistorySkeleton } from './history-skeleton.tsx';

function Days({ pages }: { pages: Pages<SeenApp> }) {
  const { id: userId, isGuest } = useUser();
  const saved = useSavedLikes(userId);
  const canVote = useConnected() && !isGuest;
  const [now] = useState(Date.now);
  return byDay(itemsOf(pages)).map(({ start, entries }) => (
    <section key={start} className="mb-8">
      <h2 className="display mb-3 text-heading">{nameOfDay(start, now)}</h2>
      <ul className="grid grid-cols-1 gap-3 lg:grid-cols-2">
        {entries.map((entry) => {
          const isLiked = isGuest ? saved.includes(entry.appId) : entry.app?.userVote?.voteType === 'up';
          return <HistoryRow key={entry.appId} {...{ entry, userId, isLiked, canVote }} />;
        })}
      </ul>
    </section>
  ));
}

function NothingSeen() {
  return (
    <EmptyState title={t`Nothing seen yet`} text={t`Apps you’ve seen appear here.`}>
      <ButtonLink href="/">{t`Start browsing`}</ButtonLink>
    </EmptyState>
  );
}

function NothingFound({ onShowAll }: { onShowAll: () => void }) {
  return (
    <EmptyState title={t`Nothing found`} text={t`No app in your history matches your search.`}>
      <Button variant="secondary" onClick={onShowAll}>{t`Show all`}</Button>
    </EmptyState>
  );
}

function GuestOffer() {
  return (
    <div className="card mt-8 flex flex-wrap items-center justify-between gap-4 p-5">
      <p className="max-w-md">{t`This history ends with your guest session. Sign up to keep it.`}</p>
      <ButtonLink href={loginAddress(screens.history.path)}>{t`Sign Up`}</ButtonLink>
    </div>
  );
}

/** The apps that the user has seen, by day. */
export default function HistoryScreen() {
  const user = useUser();
  const isConnected = useConnected();
  const [search, setSearch] = useState('');
  const [clearing, setClearing] = useState<number>();
  // The stored list has no search.
  const words = isConnected ? search.trim() : '';
  const query = useHistory(words);
  const total = query.data && totalOf(query.data);
  const isEmpty = words === '' && total === 0;
  const showAll = () => {
    setSearch('');
    // The pressed button disappears.
    document.querySelector('main')?.focus({ preventScroll: true });
  };
  const hasFailed = query.isError && words === '' && total === undefined;
  const hasSearch = !isEmpty && !hasFailed && isConnected;
  return (
    <div className="mx-auto max-w-5xl px-4 md:px-8">
      <ScreenHeading title={say(screens.history.title)}>
        {hasSearch && words === '' && total ? (
          <Button variant="secondary" onClick={() => setClearing(total)}>{t`Clear history`}</Button>
        ) : null}
      </ScreenHeading>
      <OfflineHint text={t`Offline: showing your last saved list.`} />
      {hasSearch ? (
        <div className="mb-4">
          <SearchInput label={t`Search your history`} value={search} onChange={setSearch} />
        </div>
      ) : null}
      {isEmpty ? (
        <NothingSeen />
      ) : (
        <QueryView query={query} failure={t`Couldn’t load your history`} skeleton={<HistorySkeleton />}>
          {(pages) => (
            <>
              <Status className="tabular mb-4 text-muted">
                {plural(totalOf(pages), { one: '# app', other: '# apps' })}
              </Status>
              {totalOf(pages) === 0 ? <NothingFound onShowAll={showAll} /> : <Days pages={pages} />}
              <LoadMore query={query} />
              {user.isGuest ? <GuestOffer /> : null}
            </>
          )}
        </QueryView>
      )}
      <ClearSheet total={clearing} onClose={() => setClearing(undefined)} userId={user.id} />
    </div>
  );
}
