import { t } from '@lingui/core/macro';
import type { Role } from '@zapdeck/contract/accounts/roles';
import { Badge } from './badge.tsx';

/** Role of a user. Renders nothing for members. */
export function RoleBadge({ role }: { role: Role }) {
  if (role === 'member') return null;
  return (
    <Badge tone="brand">{role === 'admin' ? t({ message: 'Admin', context: 'role' }) : t`Moderator`}</Badge>
  );
}
