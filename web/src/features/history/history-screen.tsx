import { plural, t } from '@lingui/core/macro';
import { clearHistory, readHistory, type SeenApp } from '@zapdeck/contract/feed/history';
import { screens } from '@zapdeck/contract/instance/screens';
import { useState } from 'react';
import { ScreenHeading } from '../../components/layout/screen-heading.tsx';
import { ButtonLink } from '../../components/ui/button-link.tsx';
import { Button } from '../../components/ui/button.tsx';
import { ConfirmSheet } from '../../components/ui/confirm-sheet.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { LoadMore } from '../../components/ui/load-more.tsx';
import { OfflineHint } from '../../components/ui/offline-hint.tsx';
import { QueryView } from '../../components/ui/query-view.tsx';
import { SearchInput } from '../../components/ui/search-input.tsx';
import { useLast } from '../../components/ui/sheet.tsx';
import { Status } from '../../components/ui/status.tsx';
import { HISTORY_PAGE } from '../../lib/account-cache.ts';
import { call, callWithHeaders } from '../../lib/call.ts';
import { useConnected } from '../../lib/connection.ts';
import { forgetKeptPages } from '../../lib/kept-pages.ts';
import { localized } from '../../lib/localized.ts';
import { itemsOf, pageOf, type Pages, totalOf, usePagedList } from '../../lib/paged-list.ts';
import { useSavedLikes } from '../../lib/pending/saved-likes.ts';
import { onVote, type ShownVote, votedSince } from '../../lib/pending/votes.ts';
import { queryClient } from '../../lib/query-client.ts';
import { loginAddress } from '../../lib/return-to.ts';
import { say } from '../../lib/say.ts';
import { knownUser, useUser } from '../../lib/session.ts';
import { useAction } from '../../lib/use-action.ts';
import { HistoryRow } from './history-row.tsx';

const HISTORY_KEY = 'history';

function withVote(entry: SeenApp, shown: ShownVote | undefined): SeenApp {
  const user = knownUser();
  if (!entry.app || !shown || !user) return entry;
  const userVote = shown.vote && { voteType: shown.vote, userId: user.id };
  return { ...entry, app: { ...entry.app, userVote } };
}

/** Reads the history page by page. The worker stores the list without a search for offline use. */
function useHistory(search: string) {
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
async function clear(userId: string, dealAgain: boolean): Promise<void> {
  await call(clearHistory, { body: { dealAgain, userId } }, { repeats: true });
  await queryClient.cancelQueries({ queryKey: [HISTORY_KEY] });
  await forgetKeptPages(readHistory.path).catch(() => undefined);
  await queryClient.resetQueries({ queryKey: [HISTORY_KEY] });
  // Discover shows how many apps of each deck are new.
  if (dealAgain) void queryClient.invalidateQueries({ queryKey: ['decks'] });
}

interface Day {
  /** Midnight at its start, in the time zone of the device. */
  start: number;
  entries: SeenApp[];
}

const ofThisYear = localized(
  (locales) => new Intl.DateTimeFormat(locales, { weekday: 'long', day: 'numeric', month: 'long' }),
);
const ofAnyYear = localized((locales) => new Intl.DateTimeFormat(locales, { dateStyle: 'full' }));

const midnightOf = (moment: number): number => new Date(moment).setHours(0, 0, 0, 0);

/** Returns the entries by day, latest first, each app once. A view between two reads puts an app on both pages. */
export function byDay(entries: readonly SeenApp[]): Day[] {
  const days: Day[] = [];
  const known = new Set<string>();
  for (const entry of entries) {
    if (known.has(entry.appId)) continue;
    known.add(entry.appId);
    const start = midnightOf(Date.parse(entry.seenAt));
    const last = days.at(-1);
    if (last?.start === start) last.entries.push(entry);
    else days.push({ start, entries: [entry] });
  }
  return days;
}

/** Returns the name of a day: Today, Yesterday, or its date. */
export function nameOfDay(start: number, now: number): string {
  if (start === midnightOf(now)) return t`Today`;
  // Noon of the day before, because days have 23 or 25 hours when the clocks change.
  if (start === midnightOf(midnightOf(now) - 12 * 3_600_000)) return t`Yesterday`;
  const isThisYear = new Date(start).getFullYear() === new Date(now).getFullYear();
  return (isThisYear ? ofThisYear() : ofAnyYear()).format(start);
}

function HistorySkeleton() {
  return (
    <div aria-hidden="true">
      <div className="skeleton mb-3 h-6 w-24" />
      <div className="grid grid-cols-1 gap-3 lg:grid-cols-2">
        {[1, 2, 3, 4, 5].map((row) => (
          <div key={row} className="card flex gap-3.5 p-3">
            <div className="skeleton h-26 w-20 shrink-0" />
            <div className="grid grow content-start gap-2.5 pt-1">
              <div className="skeleton h-5 w-3/5" />
              <div className="skeleton h-3.5 w-4/5" />
              <div className="skeleton mt-1.5 h-4 w-2/5" />
            </div>
          </div>
        ))}
      </div>
    </div>
  );
}

interface Props {
  onClose: () => void;
  userId: string;
  total: number | undefined;
}

/** Asks whether to clear the history, and whether to deal its apps as new. */
function ClearSheet({ onClose, userId, total: asked }: Props) {
  const total = useLast(asked) ?? 0;
  const [dealAgain, setDealAgain] = useState(false);
  const { pending, start } = useAction({
    work: () => clear(userId, dealAgain),
    success: {
      title: t`History cleared`,
      description: dealAgain ? t`You’ll see these apps again.` : t`Your likes stay.`,
    },
    failure: {
      action: 'clear-history',
      title: t`Couldn’t clear your history`,
    },
    onDone: onClose,
  });
  const reset = () => {
    setDealAgain(false);
    // The button that opened the sheet disappears with the list.
    if (document.activeElement === document.body)
      document.querySelector('main')?.focus({ preventScroll: true });
  };
  return (
    <ConfirmSheet
      open={asked !== undefined}
      title={t`Clear your history?`}
      confirm={t`Clear history`}
      pending={pending ? t`Clearing…` : undefined}
      onConfirm={start}
      onClose={onClose}
      onClosed={reset}
    >
      <p className="text-muted">
        {plural(total, {
          one: 'This removes # app from your history on all devices. Your likes stay.',
          other: 'This removes # apps from your history on all devices. Your likes stay.',
        })}
      </p>
      <div className="rounded-field bg-raised px-3.5 py-1.5">
        <label className="flex min-h-11 cursor-pointer items-center gap-3 font-semibold">
          <input
            type="checkbox"
            className="size-5 shrink-0 accent-brand"
            checked={dealAgain}
            onChange={(event) => setDealAgain(event.target.checked)}
          />
          <span>{t`Show these apps again`}</span>
        </label>
      </div>
    </ConfirmSheet>
  );
}

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
