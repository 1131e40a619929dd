import { i18n } from '@lingui/core';
import { plural, t } from '@lingui/core/macro';
import type { AdminUser } from '@zapdeck/contract/accounts/users';
import Pencil from 'lucide-react/icons/pencil';
import { memo } from 'react';
import { Avatar } from '../../../components/ui/avatar.tsx';
import { Badge } from '../../../components/ui/badge.tsx';
import { IconButton } from '../../../components/ui/icon-button.tsx';
import { RoleBadge } from '../../../components/ui/status-badge.tsx';
import { TimeAgo } from '../../../components/ui/time-ago.tsx';
import { nameOf } from '../../../lib/person.ts';
import { PersonLink } from '../parts/person-link.tsx';
import { providerNames } from './provider-names.ts';
import './user-card.css';

interface Props {
  user: AdminUser;
  onEdit: () => void;
}

/** Returns the full name of a user, or a substitute. */
export function fullNameOf(user: AdminUser): string {
  return [nameOf(user), user.lastName?.trim()].filter(Boolean).join(' ');
}

/** User in a list: name, role, provider and zap count. */
export const UserCard = memo(
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
