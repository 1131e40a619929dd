import { plural, t } from '@lingui/core/macro';
import {
  HISTORY_APPS_MAX,
  personApps,
  personHistory,
  type PersonPage,
  personReports,
} from '@zapdeck/contract/accounts/people';
import { choice, useLocalFilters } from '../../../components/list/filters.ts';
import { ListPage } from '../../../components/list/list-page.tsx';
import { Cover } from '../../../components/ui/cover.tsx';
import { OpenLink } from '../../../components/ui/open-link.tsx';
import { StatusBadge } from '../../../components/ui/status-badge.tsx';
import { TimeAgo } from '../../../components/ui/time-ago.tsx';
import { AppLink } from '../parts/app-link.tsx';
import { FrameVerdict } from '../parts/frame-verdict.tsx';
import { useAdminList } from '../parts/use-admin-list.ts';
import { i18n } from '@lingui/core';
import { Trans } from '@lingui/react/macro';
import type { AuditPerson } from '@zapdeck/contract/instance/audit-log';
import { Badge } from '../../../components/ui/badge.tsx';
import { personAddress, PersonLink } from '../parts/person-link.tsx';
import { ReportWords } from '../parts/report-words.tsx';
import { auditNameOf } from '../parts/words/audit-name-of.ts';
import { reportStatusNames } from '../parts/words/report-status-names.ts';
import { navigate } from 'wouter/use-browser-location';
import { useIsAdmin } from '../../../lib/use-is-admin.ts';
import { AuditEntryCard } from '../audit/audit-tab.tsx';

const filters = () => ({
  status: choice(t`Status`, [
    ['all', t`All`],
    ['approved', t`Approved`],
    ['pending', t`Pending`],
    ['rejected', t`Rejected`],
  ]),
});

export function PersonApps({ person: { user, apps } }: { person: PersonPage }) {
  const state = useLocalFilters(filters());
  const query = useAdminList(personApps, {
    params: { id: user.id },
    query: { ...state.values, ...state.rows },
  });
  const all = apps.approved + apps.pending + apps.rejected;
  return (
    <ListPage
      title={t`Apps`}
      {...(all === 0 ? { aside: null } : {})}
      state={state}
      query={query}
      failure={t`Couldn’t load apps`}
      empty={all === 0 ? t`No apps submitted.` : t`No apps with this status.`}
      showing={(count) => plural(count, { one: '# app', other: '# apps' })}
    >
      {(items) => (
        <ul className="card dash-lines">
          {items.map((app) => (
            <li key={app.id}>
              <Cover app={app} className="size-10 shrink-0 rounded-field" />
              <div className="min-w-0 grow">
                <p className="dash-title">
                  <AppLink app={app} />
                  <StatusBadge app={app} />
                </p>
                <p dir="ltr" className="truncate text-sm text-muted">
                  {app.url}
                </p>
                <p className="mt-1 flex flex-wrap items-center gap-2 text-sm text-muted">
                  <FrameVerdict app={app} />
                  <TimeAgo moment={app.createdAt} />
                </p>
              </div>
              <OpenLink url={app.url} title={app.title} />
            </li>
          ))}
        </ul>
      )}
    </ListPage>
  );
}

const reportFilters = () => ({
  side: choice(t`Show`, [
    ['received', t`About their apps`],
    ['made', t`Made by this user`],
  ]),
});

function ReportedBy({ person }: { person: AuditPerson }) {
  const name = auditNameOf(person);
  return (
    <>
      <Trans>
        <span>by </span>
        <PersonLink id={person.id}>{name}</PersonLink>
      </Trans>
      <span> · </span>
    </>
  );
}

/** The reports that a person made, or that are about their apps. */
export function PersonReports({ person: { user } }: { person: PersonPage }) {
  const state = useLocalFilters(reportFilters());
  const { side } = state.values;
  const query = useAdminList(personReports, { params: { id: user.id }, query: { side, ...state.rows } });
  return (
    <ListPage
      title={t`Reports`}
      state={state}
      query={query}
      failure={t`Couldn’t load the reports`}
      empty={side === 'made' ? t`No reports made.` : t`No reports about their apps.`}
      showing={(count) => plural(count, { one: '# report', other: '# reports' })}
    >
      {(items) => (
        <ul className="card dash-lines">
          {items.map(({ id, appId, appTitle, kind, reason, status, reporter, createdAt }) => (
            <li key={id}>
              <div className="min-w-0 grow">
                <p className="dash-title">
                  <AppLink app={{ id: appId, title: appTitle }} />
                  <Badge tone={status === 'pending' ? 'amber' : 'plain'}>
                    {i18n._(reportStatusNames[status])}
                  </Badge>
                </p>
                <ReportWords report={{ kind, reason }} />
                <p className="mt-1 text-sm text-muted">
                  {side === 'received' ? <ReportedBy person={reporter} /> : null}
                  <TimeAgo moment={createdAt} />
                </p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </ListPage>
  );
}

const aboutApps = () => ['apps', t`About their apps`] as const;
const historyFilters = () => ({
  about: choice(t`Show`, [['person', t`About this user`], aboutApps()]),
});
const filtersOfModerators = () => ({ about: choice(t`Show`, [aboutApps()]) });

/** The entries of the audit log about a person, or about their apps. */
export function PersonHistory({ person: { user, apps } }: { person: PersonPage }) {
  const isAdmin = useIsAdmin();
  const state = useLocalFilters(isAdmin ? historyFilters() : filtersOfModerators());
  const { about } = state.values;
  const query = useAdminList(personHistory, { params: { id: user.id }, query: { about, ...state.rows } });
  const isCut = about === 'apps' && apps.approved + apps.pending + apps.rejected > HISTORY_APPS_MAX;
  return (
    <ListPage
      title={t`Decisions`}
      intro={
        isCut ? (
          <p className="mb-4 text-sm text-muted">
            {plural(
              { count: HISTORY_APPS_MAX },
              {
                other: 'This history covers the newest # apps. Older apps have a history on their own page.',
              },
            )}
          </p>
        ) : undefined
      }
      {...(isAdmin ? {} : { aside: null })}
      state={state}
      query={query}
      failure={t`Couldn’t load the history`}
      empty={t`No decisions yet.`}
      showing={(count) => plural(count, { one: '# entry', other: '# entries' })}
    >
      {(items) => (
        <ul className="dash-list">
          {items.map((entry) => (
            <AuditEntryCard key={entry.id} entry={entry} onPerson={(id) => navigate(personAddress(id))} />
          ))}
        </ul>
      )}
    </ListPage>
  );
}
