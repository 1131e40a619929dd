import { i18n } from '@lingui/core';
import { plural, t } from '@lingui/core/macro';
import { type AdminUser, adminUsers } from '@zapdeck/contract/accounts/users';
import { memo, useState } from 'react';
import { Avatar } from '../../../components/ui/avatar.tsx';
import { Badge } from '../../../components/ui/badge.tsx';
import { IconButton } from '../../../components/ui/icon-button.tsx';
import { RoleBadge } from '../../../components/ui/status-badge.tsx';
import { TimeAgo } from '../../../components/ui/time-ago.tsx';
import { PersonLink } from '../parts/person-link.tsx';
import { providerNames } from './provider-names.ts';
import { usersCsv } from '@zapdeck/contract/wire/csv-exports';
import { choice, useFilters } from '../../../components/list/filters.ts';
import { ListPage } from '../../../components/list/list-page.tsx';
import { formatCount } from '../../../lib/numbers.ts';
import { useAdminList, useListTotal } from '../parts/use-admin-list.ts';
import { EditUserSheet, fullNameOf } from './edit-user-sheet.tsx';
import Pencil from 'lucide-react/icons/pencil';
import './user-card.css';

interface Props {
  user: AdminUser;
  onEdit: () => void;
}

/** User in a list: name, role, provider and zap count. */
const UserCard = memo(
  function UserCard({ user, onEdit }: Props) {
    const name = fullNameOf(user);
    const provider = i18n._(providerNames[user.authProvider]);
    const zaps = plural({ count: user.zapCount }, { one: '# zap', other: '# zaps' });
    return (
      <li className="card dash-user">
        <Avatar user={{ ...user, profileImage: null, picture: null }} className="size-11 text-sm" />
        <div className="min-w-0 grow">
          <p className="dash-title">
            <PersonLink id={user.id}>{name}</PersonLink>
            <RoleBadge role={user.role} />
            {user.isGuest ? <Badge>{t`Guest`}</Badge> : null}
            {user.suspendedAt === null ? null : <Badge tone="down">{t`Suspended`}</Badge>}
          </p>
          <p dir="auto" className="truncate text-sm text-muted">
            {user.email ?? t`No email`}
          </p>
          <p className="tabular mt-1 text-sm text-muted">
            <span>{`${provider} · ${zaps} · `}</span>
            <TimeAgo moment={user.createdAt} />
          </p>
        </div>
        <IconButton label={t`Edit ${name}`} onClick={onEdit}>
          <Pencil size={19} aria-hidden="true" />
        </IconButton>
      </li>
    );
  },
  (before, after) => before.user === after.user,
);

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
  const query = useAdminList(adminUsers, { query: { ...state.query, ...state.rows } });
  const all = useListTotal(adminUsers);
  const [editing, setEditing] = useState<AdminUser>();
  return (
    <>
      <ListPage
        title={t`User Management`}
        state={state}
        query={query}
        failure={t`Couldn’t load the users`}
        file={{ route: usersCsv, query: state.query }}
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
