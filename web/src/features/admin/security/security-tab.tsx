import { i18n } from '@lingui/core';
import { plural, t } from '@lingui/core/macro';
import { SecurityEventName, securityLog } from '@zapdeck/contract/accounts/security-log';
import ListFilter from 'lucide-react/icons/list-filter';
import { choice, useFilters } from '../../../components/list/filters.ts';
import { ListPage } from '../../../components/list/list-page.tsx';
import { eventNames, EventRow } from '../../../components/security/security-rows.tsx';
import { IconButton } from '../../../components/ui/icon-button.tsx';
import { PersonLink } from '../parts/person-link.tsx';
import { useAdminList } from '../parts/use-admin-list.ts';
import { auditNameOf, shortIdOf } from '../parts/words/audit-name-of.ts';

const filters = () =>
  ({
    user: { kind: 'id', label: t`Account` },
    event: choice(t`Event`, [
      ['', t`All events`],
      ...SecurityEventName.options.map((name) => [name, i18n._(eventNames[name])] as const),
    ]),
    from: { kind: 'day', label: t({ message: 'From', context: 'period' }), edge: 'start' },
    to: { kind: 'day', label: t({ message: 'To', context: 'period' }), edge: 'end' },
  }) as const;

/** Security events of all accounts, newest first. */
export default function SecurityTab() {
  const state = useFilters(filters());
  const { set } = state;
  const { user = '' } = state.query;
  const query = useAdminList(securityLog, { query: { ...state.query, ...state.rows } });
  const owner = query.data?.items.find((entry) => entry.user.id === user)?.user;
  const targetName = owner ? auditNameOf(owner) : shortIdOf(user);
  return (
    <ListPage
      title={t`Security log`}
      state={state}
      query={query}
      failure={t`Couldn’t load the security log`}
      chips={{ user: targetName }}
      showing={(count) => plural(count, { one: '# entry', other: '# entries' })}
      empty={{
        title: t`Nothing has happened yet.`,
        text: t`Sign-ins, changed passwords and roles, and downloads of all accounts are listed here for 90 days.`,
      }}
      nothingFound={{
        title: t`Nothing found`,
        text: t`No event matches these filters.`,
        showAll: t`Show all events`,
      }}
    >
      {(items) => (
        <ol className="card px-4">
          {items.map((entry) => (
            <EventRow
              key={entry.id}
              entry={entry}
              owner={
                <div className="flex items-center text-sm md:col-span-full">
                  <PersonLink id={entry.user.id}>{auditNameOf(entry.user)}</PersonLink>
                  {user ? null : (
                    <IconButton
                      label={t`Only this account`}
                      className="-my-3 text-muted"
                      onClick={() => set('user', entry.user.id)}
                    >
                      <ListFilter size={16} />
                    </IconButton>
                  )}
                </div>
              }
            />
          ))}
        </ol>
      )}
    </ListPage>
  );
}
