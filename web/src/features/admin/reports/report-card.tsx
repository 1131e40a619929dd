import { i18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type AdminReport, type ReportStatus, reviewReport } from '@zapdeck/contract/moderation/reports';
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
export function ReportCard({ report, onOpenApp }: Props) {
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
      <div className="flex items-center gap-2.5">
        <code className="dash-code">{shortId}</code>
        <Badge tone={tones[report.status]}>{i18n._(reportStatusNames[report.status])}</Badge>
        <span className="ms-auto text-sm text-muted">
          <TimeAgo moment={report.createdAt} />
        </span>
      </div>
      <div className="text-[1.0625rem] whitespace-pre-line wrap-anywhere">
        <ReportWords report={report} />
      </div>
      <p className="text-sm text-muted">
        <AppLink
          app={{ id: appId, title: report.app.title }}
          className="py-3.5 font-semibold text-ink underline"
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
      <div className="dash-buttons">
        <Button variant="secondary" onClick={onOpenApp}>{t`Open App`}</Button>
        {steps[report.status].map((status) => {
          const words = wordsOf(status, shortId);
          return (
            <Button
              key={status}
              variant="secondary"
              aria-label={words.label}
              onClick={() => mark.start(status)}
            >
              {words.action}
            </Button>
          );
        })}
      </div>
    </li>
  );
}
