import { i18n } from '@lingui/core';
import { plural, t } from '@lingui/core/macro';
import { PAGE_LIMIT_MAX } from '@zapdeck/contract/wire/primitives';
import { type ReportedApp, reportsOfApp } from '@zapdeck/contract/moderation/reported-apps';
import type { AdminReport } from '@zapdeck/contract/moderation/reports';
import { useState } from 'react';
import { Badge } from '../../../components/ui/badge.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Cover } from '../../../components/ui/cover.tsx';
import { StatusBadge } from '../../../components/ui/status-badge.tsx';
import { TimeAgo } from '../../../components/ui/time-ago.tsx';
import { formatCount } from '../../../lib/numbers.ts';
import { nameOf } from '../../../lib/person.ts';
import { reportKindLabels } from '../../../lib/report-kinds.ts';
import { AppLink } from '../parts/app-link.tsx';
import { useAdminList } from '../parts/use-admin-list.ts';
import { closingOf, useDecideReports } from './decide-reports.ts';
import { holdInWords } from './hold-in-words.ts';
import { PersonLink } from '../parts/person-link.tsx';
import { reportStatusNames } from '../parts/words/report-status-names.ts';
import { ReportWords } from '../parts/report-words.tsx';

function Reason({ report }: { report: AdminReport }) {
  return (
    <li className="dash-quote">
      <ReportWords report={report} />
      <p className="mt-1 text-sm text-muted">
        <PersonLink id={report.reporter.id}>{nameOf(report.reporter)}</PersonLink>
        <span> · </span>
        <TimeAgo moment={report.createdAt} />
        {report.status === 'pending' ? null : <span>{` · ${i18n._(reportStatusNames[report.status])}`}</span>}
      </p>
    </li>
  );
}

function AllReasons({ group }: { group: ReportedApp }) {
  const query = useAdminList(reportsOfApp, {
    params: { id: group.app.id },
    query: { limit: PAGE_LIMIT_MAX },
  });
  return (query.data?.items ?? group.latest).map((report) => <Reason key={report.id} report={report} />);
}

interface Props {
  group: ReportedApp;
  onLook: () => void;
}

/** App with its reports, and one decision for all of them. */
export function ReportedAppCard({ group, onLook }: Props) {
  const { app, latest, openReports, openReporters, allReports, openKinds, hold } = group;
  const [isOpened, setIsOpened] = useState(false);
  const decide = useDecideReports('close');
  const isHeld = app.heldAt !== null;
  const { title } = app;
  const isRejected = app.status === 'rejected';
  return (
    <li className="card dash-report" aria-busy={decide.pending}>
      <div className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-3">
        <Cover app={app} className="size-12 rounded-[12px]" />
        <div className="min-w-0">
          <h3 className="display text-lg">
            <AppLink app={app} />
          </h3>
          <p dir="ltr" className="truncate text-sm text-muted">
            {app.url}
          </p>
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-1.5">
        {isHeld ? <Badge tone="down">{t`Held back`}</Badge> : <StatusBadge app={app} />}
        <Badge tone={openReports > 0 ? 'amber' : 'plain'}>
          {openReports > 0
            ? t`${plural(openReports, { other: '# open' })} by ${plural(openReporters, { one: '# member', other: '# members' })}`
            : plural(allReports, { one: '# report', other: '# reports' })}
        </Badge>
        {openKinds.map(({ kind, count }) => (
          <Badge key={kind}>{`${i18n._(reportKindLabels[kind])} ${formatCount(count)}`}</Badge>
        ))}
        <span className="ms-auto text-sm text-muted">
          <TimeAgo moment={group.latestReportAt} />
        </span>
      </div>
      {openReports > 0 ? <p className="text-sm text-muted">{holdInWords(hold, isHeld)}</p> : null}
      <ul className="grid gap-2" aria-label={t`Reports of ${title}`}>
        {isOpened ? (
          <AllReasons group={group} />
        ) : (
          latest.map((report) => <Reason key={report.id} report={report} />)
        )}
      </ul>
      {allReports > latest.length && !isOpened ? (
        <Button variant="quiet" onClick={() => setIsOpened(true)}>
          {allReports > PAGE_LIMIT_MAX
            ? t`Show the last ${{ shown: PAGE_LIMIT_MAX }} of ${{ total: formatCount(allReports) }} reports`
            : plural(allReports, {
                one: 'Show # report',
                other: 'Show all # reports',
              })}
        </Button>
      ) : null}
      <div className="dash-buttons">
        <Button
          variant="secondary"
          aria-label={isRejected ? t`Review: ${title}` : t`Review or reject: ${title}`}
          onClick={onLook}
        >
          {isRejected ? t`Review` : t`Review or reject`}
        </Button>
        {openReports === 0 ? null : (
          <>
            <Button
              variant="secondary"
              aria-label={
                isHeld ? t`Dismiss, bring back: reports of ${title}` : t`Dismiss all: reports of ${title}`
              }
              onClick={() => decide.start(closingOf(group, { decision: 'dismissed' }))}
            >
              {isHeld ? t`Dismiss, bring back` : t`Dismiss all`}
            </Button>
            {isHeld ? null : (
              <Button
                variant="secondary"
                aria-label={t`Mark reviewed: reports of ${title}`}
                onClick={() => decide.start(closingOf(group, { decision: 'reviewed' }))}
              >{t`Mark reviewed`}</Button>
            )}
          </>
        )}
      </div>
    </li>
  );
}
