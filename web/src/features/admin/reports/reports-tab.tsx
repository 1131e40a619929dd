import { plural, t } from '@lingui/core/macro';
import { reportsCsv } from '@zapdeck/contract/wire/csv-exports';
import { type AdminReport, adminReports } from '@zapdeck/contract/moderation/reports';
import { useState } from 'react';
import { choice, useFilters } from '../../../components/list/filters.ts';
import { ListPage } from '../../../components/list/list-page.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { useAdminList } from '../parts/use-admin-list.ts';
import { rejectionOf } from './decide-reports.ts';
import { ReportCard } from './report-card.tsx';
import { ReportedAppSheet } from './reported-app-sheet.tsx';
import { ReportedAppsSection } from './reported-apps-section.tsx';

const RECENT = 10;

const filters = () =>
  ({
    status: choice(t`Status`, [
      ['all', t({ message: 'All', context: 'reports' })],
      ['pending', t({ message: 'Pending', context: 'reports' })],
      ['reviewed', t`Reviewed`],
      ['dismissed', t`Dismissed`],
    ]),
    /** `all` for the whole list, page by page. */
    show: { kind: 'hidden' },
  }) as const;

/** Reports by app with one decision each, and all reports. */
export default function ReportsTab() {
  const state = useFilters(filters());
  const { status } = state.values;
  const isRecent = state.values.show !== 'all';
  const rows = isRecent ? { limit: RECENT, offset: 0 } : state.rows;
  const query = useAdminList(adminReports, { query: { status, ...rows } });
  const [opened, setOpened] = useState<AdminReport>();
  const { items: shown = [], total = 0 } = query.data ?? {};
  const showAll =
    total > shown.length ? (
      <div className="mt-6 flex justify-center">
        <Button variant="secondary" onClick={() => state.set('show', 'all')}>
          {plural(total, { one: 'Show all # report', other: 'Show all # reports' })}
        </Button>
      </div>
    ) : null;
  return (
    <div className="grid grid-cols-1 gap-10">
      <ReportedAppsSection />
      <ListPage
        title={isRecent ? t`Recent Reports` : t`All reports`}
        state={state}
        query={query}
        failure={t`Couldn’t load the reports`}
        file={{ route: reportsCsv, query: { status } }}
        showing={(count) => plural(count, { one: '# report', other: '# reports' })}
        empty={{ title: t`Nothing to look into`, text: t`No reports to review` }}
        {...(isRecent ? { foot: showAll } : {})}
      >
        {(items) => (
          <ul className="dash-list">
            {items.map((report) => (
              <ReportCard key={report.id} report={report} onOpenApp={() => setOpened(report)} />
            ))}
          </ul>
        )}
      </ListPage>
      <ReportedAppSheet
        reported={opened && { id: opened.id, app: opened.app, report: opened }}
        kind="reject"
        decisionOf={(reason) => opened && rejectionOf(opened, reason)}
        onClose={() => setOpened(undefined)}
      />
    </div>
  );
}
