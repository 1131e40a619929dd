import { plural, t } from '@lingui/core/macro';
import type { AdminAppPage } from '@zapdeck/contract/apps/admin-app';
import { Link } from 'wouter';
import { TimeAgo } from '../../../components/ui/time-ago.tsx';
import { nameOf } from '../../../lib/person.ts';
import { ReportWords } from '../parts/report-words.tsx';
import { reportsAddress } from '../parts/reports-address.ts';

/** Open reports of the app. */
export function OpenReports({ app: { id, reports } }: { app: Pick<AdminAppPage, 'id' | 'reports'> }) {
  if (reports.length === 0) return null;
  return (
    <section aria-labelledby="reports-heading" className="card dash-config">
      <h2 id="reports-heading" className="display text-heading">
        {plural({ count: reports.length }, { one: '# open report', other: '# open reports' })}
      </h2>
      <ul className="dash-list">
        {reports.map((report) => (
          <li key={report.id} className="dash-note" data-tone="amber">
            <ReportWords report={report} />
            <p className="text-sm text-muted">
              <bdi>{nameOf(report.reporter)}</bdi>
              <span> · </span>
              <TimeAgo moment={report.createdAt} />
            </p>
          </li>
        ))}
      </ul>
      <p>
        <Link href={reportsAddress(id)} className="dash-link">{t`Review reports`}</Link>
      </p>
    </section>
  );
}
