import { i18n } from '@lingui/core';
import type { Report } from '@zapdeck/contract/moderation/reports';
import { Badge } from '../../../components/ui/badge.tsx';
import { reportKindLabels } from '../../../lib/report-kinds.ts';

/** Reason of a report and the member's text. */
export function ReportWords({ report }: { report: Pick<Report, 'kind' | 'reason'> }) {
  return (
    <div className="grid justify-items-start gap-1.5">
      {report.kind === null ? null : <Badge>{i18n._(reportKindLabels[report.kind])}</Badge>}
      {report.reason === '' ? null : (
        <p dir="auto" className="whitespace-pre-line wrap-anywhere">
          {report.reason}
        </p>
      )}
    </div>
  );
}
