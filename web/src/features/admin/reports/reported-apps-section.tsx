import { reportedAppsCsv } from '@zapdeck/contract/csv-exports';
import { type ReportedApp, reportedApps } from '@zapdeck/contract/reported-apps';
import { useRef, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { useKeptFocus } from '../../../lib/use-kept-focus.ts';
import { AdminList } from '../parts/list/admin-list.tsx';
import { Choice } from '../parts/list/choice.tsx';
import { CsvLink } from '../parts/list/csv-link.tsx';
import { EmptyList } from '../parts/list/empty-list.tsx';
import { idOf } from '../parts/id-of.ts';
import { useAdminList } from '../parts/list/use-admin-list.ts';
import { oneOf, ROWS_PER_PAGE, useFilters } from '../parts/list/use-filters.ts';
import { closingOf } from './decide-reports.ts';
import { ReportedAppCard } from './reported-app-card.tsx';
import { ReportedAppSheet } from './reported-app-sheet.tsx';

const choices = [
  ['open', 'With open reports'],
  ['closed', 'All closed'],
  ['all', 'Everything'],
] as const;

/** What people reported, by app: the open ones, the last reported first, each with one decision for all of it. */
export function ReportedAppsSection() {
  const { values, set } = useFilters({ apps: 'open', app: '' });
  // Of one app it stays in sight what became of its reports.
  const app = idOf(values.app);
  const status = app ? 'all' : oneOf(['open', 'closed', 'all'], values.apps);
  // The page in the address is that of the list below.
  const [page, setPage] = useState(1);
  const query = useAdminList(reportedApps, {
    query: { status, limit: ROWS_PER_PAGE, offset: (page - 1) * ROWS_PER_PAGE, ...(app ? { app } : {}) },
  });
  const [opened, setOpened] = useState<ReportedApp>();
  const region = useRef<HTMLElement>(null);
  useKeptFocus(region);
  return (
    <section ref={region} tabIndex={-1} aria-labelledby="reported-heading" className="outline-none">
      <div className="dash-section-head">
        <h2 id="reported-heading" className="dash-heading">
          Reported Apps
        </h2>
        {app ? (
          <Button variant="secondary" onClick={() => set('app', '')}>
            <span>
              Only{' '}
              <bdi>{query.data?.items.find((group) => group.app.id === app)?.app.title ?? 'one app'}</bdi>:
              show all
            </span>
          </Button>
        ) : (
          <Choice
            label="Apps"
            value={status}
            options={choices}
            onChoose={(next) => {
              setPage(1);
              set('apps', next);
            }}
          />
        )}
      </div>
      <CsvLink route={reportedAppsCsv} query={{ status }} />
      <AdminList
        query={query}
        what="the reported apps"
        filters={{ page, turnTo: setPage }}
        empty={
          <EmptyList
            title="Nothing is open"
            text={
              app
                ? 'This app was never reported.'
                : status === 'open'
                  ? 'No app has open reports.'
                  : 'No app was ever reported.'
            }
          />
        }
      >
        {(items, isBusy) => (
          <ul className="dash-list dash-reported" aria-busy={isBusy}>
            {items.map((group) => (
              <ReportedAppCard key={group.app.id} group={group} onLook={() => setOpened(group)} />
            ))}
          </ul>
        )}
      </AdminList>
      <ReportedAppSheet
        reported={opened && { id: opened.app.id, app: opened.app, report: opened.latest[0] }}
        kind="close"
        decisionOf={(reason) => opened && closingOf(opened, { decision: 'reviewed', takeDown: { reason } })}
        onClose={() => setOpened(undefined)}
      />
    </section>
  );
}
