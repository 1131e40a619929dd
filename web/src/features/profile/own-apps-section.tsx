import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { AppStatusFilter, type OwnApp } from '@zapdeck/contract/apps/apps';
import type { OwnAppTotals } from '@zapdeck/contract/apps/own-app';
import { cardHref } from '@zapdeck/contract/instance/screens';
import ArrowRight from 'lucide-react/icons/arrow-right';
import Eye from 'lucide-react/icons/eye';
import ThumbsUp from 'lucide-react/icons/thumbs-up';
import { Link } from 'wouter';
import { AppCard, Count } from '../../components/ui/app-card.tsx';
import { ButtonLink } from '../../components/ui/button-link.tsx';
import { Button } from '../../components/ui/button.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { LoadMore } from '../../components/ui/load-more.tsx';
import { OwnStanding } from '../../components/ui/own-standing.tsx';
import { QueryView } from '../../components/ui/query-view.tsx';
import { SearchInput } from '../../components/ui/search-input.tsx';
import { StatusBadge } from '../../components/ui/status-badge.tsx';
import { Status } from '../../components/ui/status.tsx';
import { TimeAgo } from '../../components/ui/time-ago.tsx';
import { formatCount } from '../../lib/numbers.ts';
import { ownAppHref } from '../../lib/own-apps.ts';
import { itemsOf, totalOf } from '../../lib/paged-list.ts';
import { loginAddress } from '../../lib/return-to.ts';
import {
  countApps,
  type OwnAppsFilters as Filters,
  useOwnApps,
  useOwnAppsFilters,
  type useOwnTotals,
} from './own-apps.ts';

const frameNotes = (): Partial<Record<OwnApp['frameStatus'], string>> => ({
  refused: t`Your site blocks embedding, so people see a preview with an Open button.`,
  unreachable: t`We can’t reach your site. Until it’s back, your app is shown last.`,
});

/** The status badge is enough for these. */
function isInFirstReview({ status, heldAt, withdrawnAt }: OwnApp): boolean {
  return status === 'pending' && heldAt === null && withdrawnAt === null;
}

function Facts({ app }: { app: OwnApp }) {
  const { upvotes, views } = app;
  return (
    <>
      <StatusBadge app={app} />
      <Count
        icon={ThumbsUp}
        count={upvotes}
        text={t`${plural(upvotes, { one: '# upvote', other: '# upvotes' })}`}
      />
      <Count icon={Eye} count={views} text={t`${plural(views, { one: '# view', other: '# views' })}`} />
      <span>
        <Trans>
          <span className="sr-only">Submitted</span> <TimeAgo moment={app.createdAt} />
        </Trans>
      </span>
      {app.status === 'approved' ? (
        <Link
          href={cardHref(app.id)}
          className="relative -my-3 ms-auto inline-flex min-h-11 items-center gap-1 font-semibold text-brand-ink underline-offset-4 hover:underline"
        >
          <span>{t`See it in the deck`}</span>
          <span className="sr-only">{`: ${app.title}`}</span>
          <ArrowRight size={14} className="rtl:-scale-x-100" aria-hidden="true" />
        </Link>
      ) : null}
    </>
  );
}

/** One of the member's apps with the outcome of its review. The card leads to the app's statistics and history. */
function OwnAppCard({ app }: { app: OwnApp }) {
  const note = app.status === 'rejected' ? undefined : frameNotes()[app.frameStatus];
  return (
    <AppCard app={app} look="own" href={ownAppHref(app.id)} facts={<Facts app={app} />}>
      {isInFirstReview(app) ? null : <OwnStanding app={app} />}
      {note === undefined ? null : (
        <p className="rounded-field bg-raised px-3 py-2 text-sm text-muted">{note}</p>
      )}
    </AppCard>
  );
}

const labels = (): Record<AppStatusFilter, string> => ({
  all: t`All`,
  approved: t`Approved`,
  pending: t`Pending`,
  rejected: t`Rejected`,
});

interface Props {
  filters: Filters;
  totals: OwnAppTotals;
  onChange: (changed: Partial<Filters>) => void;
}

/** Search and status of the list. Each status says how many apps have it. */
function OwnAppsFilters({ filters, totals, onChange }: Props) {
  const counts = { all: countApps(totals), ...totals.apps };
  return (
    <div className="mb-4 grid gap-3">
      <SearchInput
        label={t`Search your apps`}
        value={filters.search}
        onChange={(search) => onChange({ search })}
      />
      <div
        role="group"
        aria-label={t`Status`}
        className="-mx-4 flex gap-2 overflow-x-auto px-4 py-1 md:mx-0 md:px-0"
      >
        {AppStatusFilter.options.map((status) => {
          const isChosen = status === filters.status;
          return (
            <button
              key={status}
              type="button"
              aria-pressed={isChosen}
              className={`inline-flex min-h-11 shrink-0 items-center gap-2 rounded-pill border px-4 text-sm font-semibold transition active:scale-97 ${isChosen ? 'border-brand bg-brand-soft text-brand-ink' : 'border-line-strong/60 bg-surface hover:bg-raised'}`}
              onClick={() => onChange({ status })}
            >
              <span>{labels()[status]}</span>
              <span className="tabular font-normal">{formatCount(counts[status])}</span>
            </button>
          );
        })}
      </div>
    </div>
  );
}

/** Sums over all apps of the member, regardless of the filters. */
function OwnTotals({ totals }: { totals: OwnAppTotals }) {
  const shown = [
    { label: t`Apps`, count: countApps(totals) },
    { label: t`Likes`, count: totals.likes },
    { label: t`Views`, count: totals.views },
  ];
  return (
    <div className="card mb-4 overflow-clip py-4">
      <dl className="-ms-px flex flex-wrap gap-y-4 text-center">
        {shown.map(({ label, count }) => (
          <div key={label} className="flex grow basis-24 flex-col-reverse border-s border-line px-2">
            <dt className="text-sm text-muted">{label}</dt>
            <dd className="display tabular text-heading">{formatCount(count)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

const GLANCE = 6;

const gridClass = 'grid grid-cols-1 gap-3 lg:grid-cols-2';

function Skeleton() {
  return (
    <div aria-hidden="true" className={gridClass}>
      {[1, 2, 3, 4].map((card) => (
        <div key={card} className="card flex gap-4 p-3.5">
          <div className="skeleton h-28 w-20 shrink-0 sm:w-24" />
          <div className="grid grow content-start gap-2.5 pt-1">
            <div className="skeleton h-5 w-3/5" />
            <div className="skeleton h-3.5 w-full" />
            <div className="skeleton h-3.5 w-2/3" />
          </div>
        </div>
      ))}
    </div>
  );
}

function Empty({ isGuest }: { isGuest: boolean }) {
  return (
    <div className="card">
      <EmptyState
        title={t`Nothing submitted yet`}
        text={t`Made something for the web? Let people swipe on it.`}
      >
        {isGuest ? (
          <ButtonLink href={loginAddress('/submit')}>{t`Sign Up to Submit`}</ButtonLink>
        ) : (
          <ButtonLink href="/submit">{t`Submit Your First App`}</ButtonLink>
        )}
      </EmptyState>
    </div>
  );
}

function NothingFound({ onShowAll }: { onShowAll: () => void }) {
  return (
    <EmptyState title={t`Nothing found`} text={t`No apps match these filters.`}>
      <Button variant="secondary" onClick={onShowAll}>{t`Show all`}</Button>
    </EmptyState>
  );
}

function List({ totals }: { totals: OwnAppTotals }) {
  const { filters, setFilters } = useOwnAppsFilters();
  const query = useOwnApps(filters);
  const isFiltered = filters.search !== '' || filters.status !== 'all';
  const showAll = () => {
    setFilters({ search: '', status: 'all' });
    // The button disappears with the filters.
    document.querySelector('main')?.focus({ preventScroll: true });
  };
  return (
    <>
      <OwnTotals totals={totals} />
      {countApps(totals) > GLANCE || isFiltered ? (
        <OwnAppsFilters filters={filters} totals={totals} onChange={setFilters} />
      ) : null}
      <QueryView query={query} failure={t`Couldn’t load your apps`} skeleton={<Skeleton />}>
        {(pages) => {
          const total = totalOf(pages);
          const apps = itemsOf(pages);
          return (
            <>
              <Status
                className={isFiltered || apps.length < total ? 'tabular mb-3 text-sm text-muted' : 'sr-only'}
              >
                {t`Showing ${formatCount(apps.length)} of ${formatCount(total)}`}
              </Status>
              {total === 0 ? <NothingFound onShowAll={showAll} /> : null}
              <ul className={gridClass}>
                {apps.map((app) => (
                  <OwnAppCard key={app.id} app={app} />
                ))}
              </ul>
              <LoadMore query={query} />
            </>
          );
        }}
      </QueryView>
    </>
  );
}

interface OwnAppsSectionProps {
  isGuest: boolean;
  totals: ReturnType<typeof useOwnTotals>;
}

/** Apps that the member submitted, each with its status. */
export function OwnAppsSection({ isGuest, totals }: OwnAppsSectionProps) {
  return (
    <section>
      <h2 className="display mb-4 text-heading">{t`Your Submitted Apps`}</h2>
      {isGuest ? (
        <Empty isGuest />
      ) : (
        <QueryView query={totals} failure={t`Couldn’t load your apps`} skeleton={<Skeleton />}>
          {(read) => (countApps(read) === 0 ? <Empty isGuest={false} /> : <List totals={read} />)}
        </QueryView>
      )}
    </section>
  );
}
