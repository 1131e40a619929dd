import { type AdminUser, adminUsers } from '@zapdeck/contract/users';
import { usersCsv } from '@zapdeck/contract/csv-exports';
import { useState } from 'react';
import { AdminList } from '../parts/list/admin-list.tsx';
import { Choice } from '../parts/list/choice.tsx';
import { CsvLink } from '../parts/list/csv-link.tsx';
import { formatCounted, formatCount } from '../../../lib/numbers.ts';
import { EmptyList } from '../parts/list/empty-list.tsx';
import { SearchBox } from '../parts/list/search-box.tsx';
import { useAdminList, useListTotal } from '../parts/list/use-admin-list.ts';
import { oneOf, ROWS_PER_PAGE, useFilters } from '../parts/list/use-filters.ts';
import { EditUserSheet } from './edit-user-sheet.tsx';
import { providerNames } from './provider-names.ts';
import { UserCard } from './user-card.tsx';

const roles = [
  ['all', 'All Users'],
  ['admin', 'Admins Only'],
  ['regular', 'Regular Users'],
  ['suspended', 'Suspended'],
] as const;

const providers = [
  ['all', 'All providers'],
  ['google', providerNames.google],
  ['platform', providerNames.platform],
  ['email', providerNames.email],
] as const;

/** Everybody with an account, guests included: found by name or email, and by what they are. */
export default function UsersTab() {
  const filters = useFilters({ search: '', role: 'all', provider: 'all' });
  const { search } = filters.values;
  const role = oneOf(['all', 'admin', 'regular', 'suspended'], filters.values.role);
  const provider = oneOf(['all', 'google', 'platform', 'email'], filters.values.provider);
  const query = useAdminList(adminUsers, {
    query: { search, role, provider, limit: ROWS_PER_PAGE, offset: filters.offset },
  });
  const all = useListTotal(adminUsers);
  const [editing, setEditing] = useState<AdminUser>();
  return (
    <section aria-labelledby="users-heading">
      <h2 id="users-heading" className="dash-heading">
        User Management
      </h2>
      <div className="dash-filters">
        <SearchBox
          label="Search by name or email"
          value={search}
          onSearch={(text) => filters.set('search', text)}
        />
        <Choice label="Role" value={role} options={roles} onChoose={(next) => filters.set('role', next)} />
        <Choice
          label="Provider"
          value={provider}
          options={providers}
          onChoose={(next) => filters.set('provider', next)}
        />
      </div>
      <CsvLink route={usersCsv} query={{ search, role, provider }} />
      <AdminList
        query={query}
        what="the users"
        filters={filters}
        showing={(total) =>
          filters.isFiltered
            ? `Showing ${formatCount(total)} of ${formatCount(Math.max(total, all ?? total))} users`
            : formatCounted(total, 'user')
        }
        empty={
          <EmptyList
            title="Nobody found"
            text="No user matches this search and these filters."
            wayOut={{ label: 'Show all users', onTake: filters.clear }}
          />
        }
      >
        {(items, isBusy) => (
          <ul className="dash-cards" aria-busy={isBusy}>
            {items.map((user) => (
              <UserCard key={user.id} user={user} onEdit={() => setEditing(user)} />
            ))}
          </ul>
        )}
      </AdminList>
      <EditUserSheet user={editing} onClose={() => setEditing(undefined)} />
    </section>
  );
}
