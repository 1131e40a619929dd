import { reportedAppsCsv } from '@zapdeck/contract/csv-exports';
import { type ReportedApp, reportedApps } from '@zapdeck/contract/reported-apps';
import { useRef, useState } from 'react';
import { useKeptFocus } from '../../../lib/use-kept-focus.ts';
import { AdminList } from '../parts/admin-list.tsx';
import { Choice } from '../parts/choice.tsx';
import { CsvLink } from '../parts/csv-link.tsx';
import { EmptyList } from '../parts/empty-list.tsx';
import { useAdminList } from '../parts/use-admin-list.ts';
import { oneOf, ROWS_PER_PAGE, useFilters } from '../parts/use-filters.ts';
import { ReportedAppCard } from './reported-app-card.tsx';
import { TakeDownSheet } from './take-down-sheet.tsx';

const choices = [
  ['open', 'With open reports'],
  ['closed', 'All closed'],
  ['all', 'Everything'],
] as const;

/** What people reported, by app: the open ones, the last reported first, each with one decision for all of it. */
export function ReportedAppsSection() {
  const { values, set } = useFilters({ apps: 'open' });
  const status = oneOf(['open', 'closed', 'all'], values.apps);
  // The page in the address is that of the list below.
  const [page, setPage] = useState(1);
  const query = useAdminList(reportedApps, {
    query: { status, limit: ROWS_PER_PAGE, offset: (page - 1) * ROWS_PER_PAGE },
  });
  const [opened, setOpened] = useState<ReportedApp>();
  const region = useRef<HTMLElement>(null);
  useKeptFocus(region);
  return (
    <section ref={region} tabIndex={-1} aria-labelledby="reported-heading" className="outline-none">
      <div className="ad-section-head">
        <h2 id="reported-heading" className="ad-heading">
          Reported Apps
        </h2>
        <Choice
          label="Apps"
          value={status}
          options={choices}
          onChoose={(next) => {
            setPage(1);
            set('apps', next);
          }}
        />
      </div>
      <CsvLink route={reportedAppsCsv} query={{ status }} />
      <AdminList
        query={query}
        what="the reported apps"
        filters={{ page, turnTo: setPage }}
        empty={
          <EmptyList
            title="Nothing is open"
            text={status === 'open' ? 'No app has open reports.' : 'No app was ever reported.'}
          />
        }
      >
        {(items, isBusy) => (
          <ul className="ad-list ad-reported" aria-busy={isBusy}>
            {items.map((group) => (
              <ReportedAppCard key={group.app.id} group={group} onLook={() => setOpened(group)} />
            ))}
          </ul>
        )}
      </AdminList>
      <TakeDownSheet group={opened} onClose={() => setOpened(undefined)} />
    </section>
  );
}
