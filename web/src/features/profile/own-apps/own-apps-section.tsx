import { t } from '@lingui/core/macro';
import type { OwnAppTotals } from '@zapdeck/contract/apps/own-app';
import { Button } from '../../../components/ui/button.tsx';
import { ButtonLink } from '../../../components/ui/button-link.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { LoadMore } from '../../../components/ui/load-more.tsx';
import { QueryView } from '../../../components/ui/query-view.tsx';
import { Status } from '../../../components/ui/status.tsx';
import { formatCount } from '../../../lib/numbers.ts';
import { itemsOf, totalOf } from '../../../lib/paged-list.ts';
import { loginAddress } from '../../../lib/return-to.ts';
import { OwnAppCard } from './own-app-card.tsx';
import { OwnAppsFilters } from './own-apps-filters.tsx';
import { OwnTotals } from './own-totals.tsx';
import { countApps, useOwnApps, useOwnAppsFilters, type useOwnTotals } from './use-own-apps.ts';

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

interface Props {
  isGuest: boolean;
  totals: ReturnType<typeof useOwnTotals>;
}

/** Apps that the member submitted, each with its status. */
export function OwnAppsSection({ isGuest, totals }: Props) {
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
