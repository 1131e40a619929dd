import { type AdminReport, adminReports } from '@zapdeck/contract/reports';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { QueryView } from '../../../components/ui/query-view.tsx';
import { Choice } from '../parts/choice.tsx';
import { grouped } from '../parts/counted.ts';
import { EmptyList } from '../parts/empty-list.tsx';
import { ListSkeleton } from '../parts/list-skeleton.tsx';
import { PageOrEmpty } from '../parts/page-or-empty.tsx';
import { Pager } from '../parts/pager.tsx';
import { useAdminList } from '../parts/use-admin-list.ts';
import { oneOf, ROWS_PER_PAGE, useFilters } from '../parts/use-filters.ts';
import { ReportCard } from './report-card.tsx';
import { ReportedAppSheet } from './reported-app-sheet.tsx';
import '../parts/pager.css';

/** Specification, section 9: so many are shown before somebody asks for all. */
const RECENT = 10;

const statuses = [
  ['all', 'All'],
  ['pending', 'Pending'],
  ['reviewed', 'Reviewed'],
  ['dismissed', 'Dismissed'],
] as const;

/** What people reported: the recent ten first, then all of it page by page. */
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
  return (
    <section aria-labelledby="reports-heading">
      <div className="ad-section-head">
        <h2 id="reports-heading" className="ad-heading">
          {isRecent ? 'Recent Reports' : 'All Reports'}
        </h2>
        <Choice
          label="Status"
          value={status}
          options={statuses}
          onChoose={(next) => filters.set('status', next)}
        />
      </div>
      <QueryView query={query} what="the reports" skeleton={<ListSkeleton />}>
        {({ items, total }) => (
          <>
            <PageOrEmpty
              rows={items.length}
              total={total}
              filters={filters}
              empty={<EmptyList title="Nothing to look into" text="No reports to review" />}
            >
              <ul className="ad-list" aria-busy={query.isPlaceholderData}>
                {items.map((report) => (
                  <ReportCard key={report.id} report={report} onOpenApp={() => setOpened(report)} />
                ))}
              </ul>
            </PageOrEmpty>
            {isRecent && total > items.length ? (
              <div className="ad-pager">
                <Button variant="secondary" onClick={() => filters.set('show', 'all')}>
                  Show all {grouped(total)} reports
                </Button>
              </div>
            ) : null}
            {isRecent ? null : <Pager page={filters.page} total={total} onTurn={filters.turnTo} />}
          </>
        )}
      </QueryView>
      <ReportedAppSheet report={opened} onClose={() => setOpened(undefined)} />
    </section>
  );
}
