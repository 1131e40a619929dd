import { t } from '@lingui/core/macro';
import { usersCsv } from '@zapdeck/contract/csv-exports';
import { type AdminUser, adminUsers } from '@zapdeck/contract/users';
import { useState } from 'react';
import { choice, useFilters } from '../../../components/list/filters.ts';
import { ListPage } from '../../../components/list/list-page.tsx';
import { formatCount, formatCounted } from '../../../lib/numbers.ts';
import { useAdminList, useListTotal } from '../parts/use-admin-list.ts';
import { EditUserSheet } from './edit-user-sheet.tsx';
import { providerNames } from './provider-names.ts';
import { UserCard } from './user-card.tsx';

const filters = {
  search: { kind: 'search', label: 'Search by name or email' },
  role: choice('Role', [
    ['all', 'All Users'],
    ['admin', 'Admins Only'],
    ['regular', 'Regular Users'],
    ['suspended', 'Suspended'],
  ]),
  provider: choice('Provider', [
    ['all', 'All providers'],
    ['google', providerNames.google],
    ['platform', providerNames.platform],
    ['email', providerNames.email],
  ]),
} as const;

/** All accounts, guests included. */
export default function UsersTab() {
  const state = useFilters(filters);
  const query = useAdminList(adminUsers, { query: { ...state.values, ...state.rows } });
  const all = useListTotal(adminUsers);
  const [editing, setEditing] = useState<AdminUser>();
  return (
    <>
      <ListPage
        title={t`User Management`}
        state={state}
        query={query}
        what={t`the users`}
        file={{ route: usersCsv, query: state.values }}
        showing={(total) =>
          state.isFiltered
            ? t`Showing ${formatCount(total)} of ${formatCount(Math.max(total, all ?? total))} users`
            : formatCounted(total, 'user')
        }
        empty={{ title: t`No users yet`, text: t`Everyone who signs up is listed here.` }}
        nothingFound={{
          title: 'No users found',
          text: 'No user matches this search and these filters.',
          showAll: 'Show all users',
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
