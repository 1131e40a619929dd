import { i18n } from '@lingui/core';
import { plural, t } from '@lingui/core/macro';
import { PAGE_LIMIT_MAX } from '@zapdeck/contract/wire/primitives';
import { type ReportedApp, reportedApps, reportsOfApp } from '@zapdeck/contract/moderation/reported-apps';
import type { AdminReport } from '@zapdeck/contract/moderation/reports';
import { useRef, useState } from 'react';
import { Badge } from '../../../components/ui/badge.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Cover } from '../../../components/ui/cover.tsx';
import { StatusBadge } from '../../../components/ui/status-badge.tsx';
import { TimeAgo } from '../../../components/ui/time-ago.tsx';
import { formatCount } from '../../../lib/numbers.ts';
import { nameOf } from '../../../lib/person.ts';
import { reportKindLabels } from '../../../lib/report-kinds.ts';
import { AppLink } from '../parts/app-link.tsx';
import { AppUrl } from '../parts/app-url.tsx';
import { useAdminList } from '../parts/use-admin-list.ts';
import { closingOf, useDecideReports } from './decide-reports.ts';
import { holdInWords } from './hold-in-words.ts';
import { PersonLink } from '../parts/person-link.tsx';
import { reportStatusNames } from '../parts/words/report-status-names.ts';
import { ReportWords } from '../parts/report-words.tsx';
import { reportedAppsCsv } from '@zapdeck/contract/wire/csv-exports';
import { choice, useFilters } from '../../../components/list/filters.ts';
import { ListPage } from '../../../components/list/list-page.tsx';
import { useKeptFocus } from '../../../lib/use-kept-focus.ts';
import { ReportedAppSheet } from './reported-app-sheet.tsx';

function Reason({ report }: { report: AdminReport }) {
  return (
    <li className="dash-reason">
      <ReportWords report={report} />
      <p className="text-sm text-muted">
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
function ReportedAppCard({ group, onLook }: Props) {
  const { app, latest, openReports, openReporters, allReports, openKinds, hold } = group;
  const [isOpened, setIsOpened] = useState(false);
  const decide = useDecideReports('close');
  const isHeld = app.heldAt !== null;
  const { title } = app;
  const isRejected = app.status === 'rejected';
  return (
    <li className="card dash-report" aria-busy={decide.pending}>
      <div className="grid min-w-0 grid-cols-1 gap-2">
        <div className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-3">
          <Cover app={app} className="size-10 rounded-field" />
          <div className="min-w-0">
            <h3 className="font-semibold">
              <AppLink app={app} />
            </h3>
            <AppUrl url={app.url} />
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
        </div>
        {openReports > 0 ? <p className="text-xs text-muted">{holdInWords(hold, isHeld)}</p> : null}
        <ul className="grid gap-1.5" aria-label={t`Reports of ${title}`}>
          {isOpened ? (
            <AllReasons group={group} />
          ) : (
            latest.map((report) => <Reason key={report.id} report={report} />)
          )}
        </ul>
        {allReports > latest.length && !isOpened ? (
          <Button variant="quiet" className="justify-self-start -ms-5" onClick={() => setIsOpened(true)}>
            {allReports > PAGE_LIMIT_MAX
              ? t`Show the last ${{ shown: PAGE_LIMIT_MAX }} of ${{ total: formatCount(allReports) }} reports`
              : plural(allReports, {
                  one: 'Show # report',
                  other: 'Show all # reports',
                })}
          </Button>
        ) : null}
      </div>
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
              variant="quiet"
              aria-label={
                isHeld ? t`Dismiss, bring back: reports of ${title}` : t`Dismiss all: reports of ${title}`
              }
              onClick={() => decide.start(closingOf(group, { decision: 'dismissed' }))}
            >
              {isHeld ? t`Dismiss, bring back` : t`Dismiss all`}
            </Button>
            {isHeld ? null : (
              <Button
                variant="quiet"
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

const filters = () =>
  ({
    apps: choice(t`Apps`, [
      ['open', t`With open reports`],
      ['closed', t`All closed`],
      ['all', t`Everything`],
    ]),
    app: { kind: 'id', label: t`App` },
  }) as const;

/** Apps with open reports, the last reported first. Each has one decision for all of its reports. */
export function ReportedAppsSection() {
  const state = useFilters(filters(), 'appsPage');
  // For a single app, shows all reports, so that decided ones stay visible.
  const { app = '' } = state.query;
  const status = app ? 'all' : state.values.apps;
  const query = useAdminList(reportedApps, { query: { status, ...state.rows, ...(app ? { app } : {}) } });
  const [opened, setOpened] = useState<ReportedApp>();
  const region = useRef<HTMLDivElement>(null);
  useKeptFocus(region);
  const emptyText = status === 'open' ? t`No app has open reports.` : t`No app has been reported.`;
  const title = query.data?.items.find((group) => group.app.id === app)?.app.title;
  return (
    <div ref={region} tabIndex={-1} className="min-w-0 outline-none">
      <ListPage
        title={t`Reported apps`}
        intro={
          <p className="mb-3 text-sm text-muted">{t`Dismiss reports that are wrong: their authors then count less. Mark reports reviewed if they are right and the app may stay.`}</p>
        }
        // The reports of one app are listed whatever their status.
        aside={app ? null : undefined}
        chips={{ app: title }}
        state={state}
        query={query}
        failure={t`Couldn’t load apps`}
        file={{ route: reportedAppsCsv, query: { status } }}
        showing={(count) => plural(count, { one: '# app', other: '# apps' })}
        empty={{ title: t`No open reports`, text: app ? t`This app has no reports.` : emptyText }}
      >
        {(items) => (
          <ul className="dash-list dash-reported">
            {items.map((group) => (
              <ReportedAppCard key={group.app.id} group={group} onLook={() => setOpened(group)} />
            ))}
          </ul>
        )}
      </ListPage>
      <ReportedAppSheet
        reported={opened && { id: opened.app.id, app: opened.app, report: opened.latest[0] }}
        kind="close"
        decisionOf={(reason) => opened && closingOf(opened, { decision: 'reviewed', takeDown: { reason } })}
        onClose={() => setOpened(undefined)}
      />
    </div>
  );
}
