import { t } from '@lingui/core/macro';
import { type AdminReport, type ReportStatus, reviewReport } from '@zapdeck/contract/reports';
import { Badge, type Tone } from '../../../components/ui/badge.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { TimeAgo } from '../../../components/ui/time-ago.tsx';
import { call } from '../../../lib/call.ts';
import { nameOf } from '../../../lib/person.ts';
import { AppLink } from '../parts/app-link.tsx';
import { PersonLink } from '../parts/person-link.tsx';
import { ReportWords } from '../parts/report-words.tsx';
import { useAdminAction } from '../parts/use-admin-action.ts';
import './report-card.css';

/** Specification, section 9. */
const ID_SHOWN = 8;

const looks: Record<ReportStatus, { label: string; tone: Tone }> = {
  pending: { label: 'Pending', tone: 'amber' },
  reviewed: { label: 'Reviewed', tone: 'up' },
  dismissed: { label: 'Dismissed', tone: 'plain' },
};

const steps: Record<ReportStatus, readonly [ReportStatus, string][]> = {
  pending: [
    ['dismissed', 'Dismiss'],
    ['reviewed', 'Mark reviewed'],
  ],
  reviewed: [['pending', 'Reopen']],
  dismissed: [['pending', 'Reopen']],
};

interface Props {
  report: AdminReport;
  onOpenApp: () => void;
}

/** One report: what is wrong, with which app, and what became of it. */
export function ReportCard({ report, onOpenApp }: Props) {
  const shortId = report.id.slice(0, ID_SHOWN);
  const { label, tone } = looks[report.status];
  const mark = useAdminAction({
    name: 'review-report',
    work: (status: ReportStatus) => call(reviewReport, { params: { id: report.id }, body: { status } }),
    success: ({ status }) => t`Report ${shortId} is ${looks[status].label.toLowerCase()}`,
    failure: t`Failed to update report`,
  });
  return (
    <li className="card dash-report" aria-busy={mark.pending}>
      <div className="flex items-center gap-2.5">
        <code className="dash-code">{shortId}</code>
        <Badge tone={tone}>{label}</Badge>
        <span className="ml-auto text-sm text-muted">
          <TimeAgo moment={report.createdAt} />
        </span>
      </div>
      <div className="text-[1.0625rem] whitespace-pre-line wrap-anywhere">
        <ReportWords report={report} />
      </div>
      <p className="text-sm text-muted">
        <AppLink
          app={{ id: report.appId, title: report.app.title }}
          className="py-3.5 font-semibold text-ink underline"
        />
        <span>{t` · app `}</span>
        <code className="dash-code" title={report.appId}>
          {report.appId}
        </code>
        <span>{t` · reported by `}</span>
        <PersonLink id={report.reporter.id}>{nameOf(report.reporter)}</PersonLink>
      </p>
      <div className="dash-buttons">
        <Button variant="secondary" onClick={onOpenApp}>{t`Open app`}</Button>
        {steps[report.status].map(([status, text]) => (
          <Button
            key={status}
            variant="secondary"
            aria-label={t`${text}: report ${shortId}`}
            onClick={() => mark.start(status)}
          >
            {text}
          </Button>
        ))}
      </div>
    </li>
  );
}
