import { i18n } from '@lingui/core';
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { AuditPerson } from '@zapdeck/contract/instance/audit-log';
import { type PersonPage, personReports } from '@zapdeck/contract/accounts/people';
import { choice, useLocalFilters } from '../../../components/list/filters.ts';
import { ListPage } from '../../../components/list/list-page.tsx';
import { Badge } from '../../../components/ui/badge.tsx';
import { TimeAgo } from '../../../components/ui/time-ago.tsx';
import { AppLink } from '../parts/app-link.tsx';
import { PersonLink } from '../parts/person-link.tsx';
import { ReportWords } from '../parts/report-words.tsx';
import { useAdminList } from '../parts/use-admin-list.ts';
import { auditNameOf } from '../parts/words/audit-name-of.ts';
import { reportStatusNames } from '../parts/words/report-status-names.ts';

const filters = () => ({
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
  const state = useLocalFilters(filters());
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
