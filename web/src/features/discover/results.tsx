import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { PublicApp } from '@zapdeck/contract/apps/public-app';
import { deckKeyOf } from '@zapdeck/contract/feed/decks';
import { TOTAL_COUNT_HEADER } from '@zapdeck/contract/feed/feed';
import { SEARCH_RANKED_MAX, searchApps } from '@zapdeck/contract/feed/search';
import { deckHref, screens } from '@zapdeck/contract/instance/screens';
import CloudOff from 'lucide-react/icons/cloud-off';
import Hourglass from 'lucide-react/icons/hourglass';
import { useState } from 'react';
import { ButtonLink } from '../../components/ui/button-link.tsx';
import { Button } from '../../components/ui/button.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { Status } from '../../components/ui/status.tsx';
import { CallError, callWithHeaders, ConnectionError, isRefusal } from '../../lib/call.ts';
import { useConnected } from '../../lib/connection.ts';
import { formatCount } from '../../lib/numbers.ts';
import { useUser } from '../../lib/session.ts';
import { Categories, useDecks } from './categories.tsx';
import { ResultRow } from './result-row.tsx';
import { RowsSkeleton } from './skeletons.tsx';

/** Apps that the screen shows. The deck of the search has all of them. */
const SHOWN_APPS = 24;
/** Time after which a refused search is repeated if the server names none. */
const WAIT_MS = 10_000;
/** Interval of searches while the server cannot be reached. */
const RECONNECT_MS = 4_000;

/** The result of a search. */
interface FoundApps {
  query: string;
  apps: PublicApp[];
  /** Number of apps found. `apps` can be fewer. */
  total: number;
  corrected: string | null;
}

/** Returns how long a refused search must wait; undefined if it was not refused for the number of searches. */
function waitOf(error: unknown): number | undefined {
  if (!(error instanceof CallError) || error.status !== 429) return undefined;
  return error.retryAfterMs ?? WAIT_MS;
}

function repeatAfter(error: unknown): number | false {
  return waitOf(error) ?? (error instanceof ConnectionError ? RECONNECT_MS : false);
}

async function search(query: string, signal: AbortSignal): Promise<FoundApps> {
  const { data, headers } = await callWithHeaders(
    searchApps,
    { query: { q: query, limit: SHOWN_APPS } },
    { signal },
  );
  return { query, ...data, total: Number(headers.get(TOTAL_COUNT_HEADER) ?? data.apps.length) };
}

/** Searches for apps. Shows the last result until the next one arrives. Repeats a search that failed for a time. */
function useFoundApps(query: string) {
  return useQuery({
    queryKey: ['search', query],
    queryFn: ({ signal }) => search(query, signal),
    enabled: query !== '',
    placeholderData: keepPreviousData,
    retry: (failures, error) => failures < 1 && !isRefusal(error) && waitOf(error) === undefined,
    refetchInterval: ({ state }) => repeatAfter(state.error),
    networkMode: 'always',
    refetchOnReconnect: true,
  });
}

interface Words {
  title: string;
  text: string;
  /** The search is repeated without the user. */
  isAutomatic?: true;
}

function wordsFor(error: unknown, isConnected: boolean): Words {
  if (!isConnected)
    return {
      title: t`Search needs a connection`,
      text: t`Results appear when you are back online.`,
      isAutomatic: true,
    };
  const waitMs = waitOf(error);
  if (waitMs !== undefined) {
    const seconds = Math.max(1, Math.ceil(waitMs / 1_000));
    return {
      title: t`Too many searches`,
      text: t`${plural(seconds, {
        one: 'Too many searches. Trying again in # second.',
        other: 'Too many searches. Trying again in # seconds.',
      })}`,
      isAutomatic: true,
    };
  }
  if (error instanceof CallError && error.status === 503)
    return { title: t`Search is busy`, text: t`Many people are searching. Try again in a moment.` };
  return { title: t`Couldn’t search`, text: t`Please try again in a moment.` };
}

interface Props {
  error: unknown;
  /** The search is running again. */
  isTrying: boolean;
  onRetry: () => void;
}

/** Says why a search failed, and what to do. */
function SearchProblem({ error, isTrying, onRetry }: Props) {
  const isConnected = useConnected() && !(error instanceof ConnectionError);
  const { title, text, isAutomatic } = wordsFor(error, isConnected);
  const Icon = isConnected ? Hourglass : CloudOff;
  return (
    <div role="alert" className="flex flex-col items-center px-6 py-12 text-center">
      <span className="grid size-20 place-items-center rounded-pill bg-raised text-muted">
        <Icon size={34} aria-hidden="true" />
      </span>
      <h2 className="display mt-5 text-heading">{title}</h2>
      <p className="mt-2 max-w-sm text-muted">{text}</p>
      {isAutomatic ? null : (
        <Button
          variant="secondary"
          className="mt-6"
          pending={isTrying ? t`Trying again…` : undefined}
          onClick={onRetry}
        >{t`Try again`}</Button>
      )}
    </div>
  );
}

/** Shown if a search has found nothing: leads to the categories, and to the form for a new app. */
function NoHits({ query }: { query: string }) {
  const { isGuest } = useUser();
  const { data } = useDecks();
  return (
    <>
      <EmptyState title={t`Nothing found for “${query}”`} text={t`Try fewer or other words.`}>
        {isGuest ? null : (
          <ButtonLink href={screens.submit.path} variant="secondary">{t`Submit an app`}</ButtonLink>
        )}
      </EmptyState>
      {data ? <Categories decks={data.categories} /> : null}
    </>
  );
}

function countText(total: number): string {
  if (total >= SEARCH_RANKED_MAX) return t`${formatCount(SEARCH_RANKED_MAX)} apps or more`;
  return plural(total, { one: '# app', other: '# apps' });
}

function spokenResult({ query, total, corrected }: FoundApps): string {
  if (total === 0) return t`Nothing found for “${query}”`;
  return corrected === null ? countText(total) : t`Showing results for “${corrected}”`;
}

function Correction({ query, corrected }: { query: string; corrected: string }) {
  return (
    <div className="mb-3">
      <p className="wrap-anywhere">
        <Trans>
          Showing results for <b>{corrected}</b>
        </Trans>
      </p>
      <p className="text-sm wrap-anywhere text-muted">{t`No app matches “${query}”.`}</p>
    </div>
  );
}

function Found({ found: { query, apps, total, corrected } }: { found: FoundApps }) {
  if (total === 0) return <NoHits query={query} />;
  const deck = deckKeyOf({ kind: 'search', value: query });
  return (
    <>
      {corrected === null ? null : <Correction query={query} corrected={corrected} />}
      <div className="mb-2 flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="tabular text-muted">{countText(total)}</p>
        {total > 1 ? <ButtonLink href={deckHref(deck)}>{t`Swipe through them`}</ButtonLink> : null}
      </div>
      <ul aria-label={t`Results`} className="-mx-2.5 grid max-w-3xl grid-cols-1 gap-1">
        {apps.map((app) => (
          <ResultRow key={app.id} app={app} deck={deck} />
        ))}
      </ul>
      {total > apps.length ? (
        <p className="mt-4 max-w-3xl text-center text-sm text-muted">
          {t`These are the best matches. Swipe to see more.`}
        </p>
      ) : null}
    </>
  );
}

/** The result of a search. */
export function Results({ query }: { query: string }) {
  const { data, error, isPlaceholderData, isFetching, refetch } = useFoundApps(query);
  // The query forgets its error when it is repeated.
  const [problem, setProblem] = useState<unknown>(null);
  const next = data && !isPlaceholderData ? null : (error ?? problem);
  if (next !== problem) setProblem(next);
  if (next !== null)
    return <SearchProblem error={next} isTrying={isFetching} onRetry={() => void refetch()} />;
  return (
    <div aria-busy={isPlaceholderData || !data}>
      <Status className="sr-only">{data ? spokenResult(data) : t`Searching`}</Status>
      {data ? <Found found={data} /> : <RowsSkeleton />}
    </div>
  );
}
