import { i18n } from '@lingui/core';
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import {
  type AdminReport,
  adminReports,
  type ReportStatus,
  reviewReport,
} from '@zapdeck/contract/moderation/reports';
import { Badge, type Tone } from '../../../components/ui/badge.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { TimeAgo } from '../../../components/ui/time-ago.tsx';
import { call } from '../../../lib/call.ts';
import { nameOf } from '../../../lib/person.ts';
import { AppLink } from '../parts/app-link.tsx';
import { PersonLink } from '../parts/person-link.tsx';
import { ReportWords } from '../parts/report-words.tsx';
import { useAdminAction } from '../parts/use-admin-action.ts';
import { reportStatusNames } from '../parts/words/report-status-names.ts';
import { reportsCsv } from '@zapdeck/contract/wire/csv-exports';
import { useState } from 'react';
import { choice, useFilters } from '../../../components/list/filters.ts';
import { ListPage } from '../../../components/list/list-page.tsx';
import { useAdminList } from '../parts/use-admin-list.ts';
import { rejectionOf } from './decide-reports.ts';
import { ReportedAppSheet } from './reported-app-sheet.tsx';
import { ReportedAppsSection } from './reported-apps-section.tsx';
import './report-card.css';

const ID_SHOWN = 8;

const tones: Record<ReportStatus, Tone> = { pending: 'amber', reviewed: 'up', dismissed: 'plain' };

/** Statuses that a report can get next. */
const steps: Record<ReportStatus, readonly ReportStatus[]> = {
  pending: ['dismissed', 'reviewed'],
  reviewed: ['pending'],
  dismissed: ['pending'],
};

function wordsOf(status: ReportStatus, id: string): { action: string; label: string; success: string } {
  switch (status) {
    case 'dismissed':
      return {
        action: t({ message: 'Dismiss', context: 'reports' }),
        label: t`Dismiss: report ${id}`,
        success: t`Report ${id} is dismissed`,
      };
    case 'reviewed':
      return {
        action: t`Mark reviewed`,
        label: t`Mark reviewed: report ${id}`,
        success: t`Report ${id} is reviewed`,
      };
    case 'pending':
      return { action: t`Reopen`, label: t`Reopen: report ${id}`, success: t`Report ${id} is pending` };
  }
}

interface Props {
  report: AdminReport;
  onOpenApp: () => void;
}

/** One report: reason, app and status. */
function ReportCard({ report, onOpenApp }: Props) {
  const shortId = report.id.slice(0, ID_SHOWN);
  const { appId } = report;
  const reporter = nameOf(report.reporter);
  const mark = useAdminAction({
    name: 'review-report',
    work: (status: ReportStatus) => call(reviewReport, { params: { id: report.id }, body: { status } }),
    success: ({ status }) => wordsOf(status, shortId).success,
    failure: t`Couldn’t update the report`,
  });
  return (
    <li className="card dash-report" aria-busy={mark.pending}>
      <div className="grid min-w-0 grid-cols-1 gap-1">
        <div className="flex items-center gap-2.5">
          <code className="dash-code">{shortId}</code>
          <Badge tone={tones[report.status]}>{i18n._(reportStatusNames[report.status])}</Badge>
          <span className="ms-auto text-sm text-muted">
            <TimeAgo moment={report.createdAt} />
          </span>
        </div>
        <div className="whitespace-pre-line wrap-anywhere">
          <ReportWords report={report} />
        </div>
        <p className="text-sm text-muted">
          <AppLink
            app={{ id: appId, title: report.app.title }}
            className="-my-2.5 inline-block py-2.5 font-semibold text-ink underline"
          />
          <span> · </span>
          <span>
            <Trans>
              app{' '}
              <code className="dash-code" title={appId}>
                {appId}
              </code>
            </Trans>
          </span>
          <span> · </span>
          <Trans>
            <span>reported by </span>
            <PersonLink id={report.reporter.id}>{reporter}</PersonLink>
          </Trans>
        </p>
      </div>
      <div className="dash-buttons">
        <Button variant="secondary" onClick={onOpenApp}>{t`Open App`}</Button>
        {steps[report.status].map((status) => {
          const words = wordsOf(status, shortId);
          return (
            <Button key={status} variant="quiet" aria-label={words.label} onClick={() => mark.start(status)}>
              {words.action}
            </Button>
          );
        })}
      </div>
    </li>
  );
}

const RECENT = 10;

const filters = () =>
  ({
    status: choice(t`Status`, [
      ['all', t({ message: 'All', context: 'reports' })],
      ['pending', t({ message: 'Pending', context: 'reports' })],
      ['reviewed', t`Reviewed`],
      ['dismissed', t`Dismissed`],
    ]),
    show: choice(t`Show`, [
      ['recent', t`Recent Reports`],
      ['all', t`All reports`],
    ]),
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
