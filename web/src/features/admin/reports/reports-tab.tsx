import { type AdminReport, adminReports } from '@zapdeck/contract/reports';
import { reportsCsv } from '@zapdeck/contract/csv-exports';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { AdminList } from '../parts/list/admin-list.tsx';
import { Choice } from '../parts/list/choice.tsx';
import { CsvLink } from '../parts/list/csv-link.tsx';
import { formatCount } from '../../../lib/numbers.ts';
import { EmptyList } from '../parts/list/empty-list.tsx';
import { useAdminList } from '../parts/list/use-admin-list.ts';
import { oneOf, ROWS_PER_PAGE, useFilters } from '../parts/list/use-filters.ts';
import { rejectionOf } from './decide-reports.ts';
import { ReportCard } from './report-card.tsx';
import { ReportedAppsSection } from './reported-apps-section.tsx';
import { ReportedAppSheet } from './reported-app-sheet.tsx';
import '../parts/list/pager.css';

/** Specification, section 9: so many are shown before somebody asks for all. */
const RECENT = 10;

const statuses = [
  ['all', 'All'],
  ['pending', 'Pending'],
  ['reviewed', 'Reviewed'],
  ['dismissed', 'Dismissed'],
] as const;

/** What people reported: by app, to be decided on at once; and one by one, the recent ten first, then page by page. */
export default function ReportsTab() {
  const filters = useFilters({ status: 'all', show: 'recent' });
  const status = oneOf(['all', 'pending', 'reviewed', 'dismissed'], filters.values.status);
  const isRecent = filters.values.show !== 'all';
  const query = useAdminList(adminReports, {
    query: {
      status,
      limit: isRecent ? RECENT : ROWS_PER_PAGE,
      offset: isRecent ? 0 : filters.offset,
    },
  });
  const [opened, setOpened] = useState<AdminReport>();
  const { items: shown = [], total: inAll = 0 } = query.data ?? {};
  const showAll =
    inAll > shown.length ? (
      <div className="dash-pager">
        <Button
          variant="secondary"
          onClick={() => filters.set('show', 'all')}
        >{`Show all ${formatCount(inAll)} reports`}</Button>
      </div>
    ) : null;
  return (
    <div className="dash-report-lists">
      <ReportedAppsSection />
      <section aria-labelledby="reports-heading">
        <div className="dash-section-head">
          <h2 id="reports-heading" className="dash-heading">
            {isRecent ? 'Recent Reports' : 'All Reports'}
          </h2>
          <Choice
            label="Status"
            value={status}
            options={statuses}
            onChoose={(next) => filters.set('status', next)}
          />
        </div>
        <CsvLink route={reportsCsv} query={{ status }} />
        <AdminList
          query={query}
          what="the reports"
          filters={filters}
          empty={<EmptyList title="Nothing to look into" text="No reports to review" />}
          foot={isRecent ? showAll : undefined}
        >
          {(items, isBusy) => (
            <ul className="dash-list" aria-busy={isBusy}>
              {items.map((report) => (
                <ReportCard key={report.id} report={report} onOpenApp={() => setOpened(report)} />
              ))}
            </ul>
          )}
        </AdminList>
        <ReportedAppSheet
          reported={
            opened && {
              id: opened.id,
              app: opened.app,
              report: opened,
            }
          }
          kind="reject"
          decisionOf={(reason) => opened && rejectionOf(opened, reason)}
          onClose={() => setOpened(undefined)}
        />
      </section>
    </div>
  );
}
