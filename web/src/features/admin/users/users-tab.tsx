import { i18n } from '@lingui/core';
import { plural, t } from '@lingui/core/macro';
import { usersCsv } from '@zapdeck/contract/wire/csv-exports';
import { type AdminUser, adminUsers } from '@zapdeck/contract/accounts/users';
import { useState } from 'react';
import { choice, useFilters } from '../../../components/list/filters.ts';
import { ListPage } from '../../../components/list/list-page.tsx';
import { formatCount } from '../../../lib/numbers.ts';
import { useAdminList, useListTotal } from '../parts/use-admin-list.ts';
import { EditUserSheet } from './edit-user-sheet.tsx';
import { providerNames } from './provider-names.ts';
import { UserCard } from './user-card.tsx';

const filters = () =>
  ({
    search: { kind: 'search', label: t`Search by name or email` },
    role: choice(t`Role`, [
      ['all', t`All Users`],
      ['admin', t`Admins Only`],
      ['moderator', t`Moderators only`],
      ['regular', t`Regular Users`],
      ['suspended', t`Suspended`],
    ]),
    provider: choice(t`Provider`, [
      ['all', t`All providers`],
      ['google', i18n._(providerNames.google)],
      ['platform', i18n._(providerNames.platform)],
      ['email', i18n._(providerNames.email)],
    ]),
  }) as const;

/** All accounts, guests included. */
export default function UsersTab() {
  const state = useFilters(filters());
  const query = useAdminList(adminUsers, { query: { ...state.values, ...state.rows } });
  const all = useListTotal(adminUsers);
  const [editing, setEditing] = useState<AdminUser>();
  return (
    <>
      <ListPage
        title={t`User Management`}
        state={state}
        query={query}
        failure={t`Couldn’t load the users`}
        file={{ route: usersCsv, query: state.values }}
        showing={(total) => {
          if (!state.isFiltered) return plural({ count: total }, { one: '# user', other: '# users' });
          const found = formatCount(total);
          const count = Math.max(total, all ?? total);
          return plural(count, { one: `Showing ${found} of # user`, other: `Showing ${found} of # users` });
        }}
        empty={{ title: t`No users yet`, text: t`Everyone who signs up is listed here.` }}
        nothingFound={{
          title: t`No users found`,
          text: t`No user matches this search and these filters.`,
          showAll: t`Show all users`,
        }}
      >
        {(items) => (
          <ul className="dash-cards">
            {items.map((user) => (
              <UserCard key={user.id} user={user} onEdit={() => setEditing(user)} />
            ))}
          </ul>
        )}
      </ListPage>
      <EditUserSheet user={editing} onClose={() => setEditing(undefined)} />
    </>
  );
}
