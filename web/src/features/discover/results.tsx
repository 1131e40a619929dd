import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { deckKeyOf } from '@zapdeck/contract/feed/decks';
import { SEARCH_RANKED_MAX } from '@zapdeck/contract/feed/search';
import { deckHref } from '@zapdeck/contract/instance/screens';
import { useState } from 'react';
import { ButtonLink } from '../../components/ui/button-link.tsx';
import { Status } from '../../components/ui/status.tsx';
import { formatCount } from '../../lib/numbers.ts';
import { NoHits } from './no-hits.tsx';
import { ResultRow } from './result-row.tsx';
import { RowsSkeleton } from './skeletons.tsx';
import { SearchProblem } from './search-problem.tsx';
import { type FoundApps, useFoundApps } from './use-found-apps.ts';

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
