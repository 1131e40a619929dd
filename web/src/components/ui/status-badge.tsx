import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import type { Role } from '@zapdeck/contract/accounts/roles';
import type { AppStatus } from '@zapdeck/contract/apps/apps';
import { Badge, type Tone } from './badge.tsx';

/** Role of a user. Renders nothing for members. */
export function RoleBadge({ role }: { role: Role }) {
  if (role === 'member') return null;
  return (
    <Badge tone="brand">{role === 'admin' ? t({ message: 'Admin', context: 'role' }) : t`Moderator`}</Badge>
  );
}

const looks: Record<AppStatus | 'withdrawn', { label: MessageDescriptor; tone: Tone }> = {
  approved: { label: msg`Approved`, tone: 'up' },
  pending: { label: msg`Pending`, tone: 'amber' },
  rejected: { label: msg`Rejected`, tone: 'down' },
  withdrawn: { label: msg`Withdrawn`, tone: 'plain' },
};

interface Props {
  app: { status: AppStatus; withdrawnAt?: string | null };
}

/** Status of a submission. Withdrawn apps are not shown as rejected. */
export function StatusBadge({ app: { status, withdrawnAt = null } }: Props) {
  const { label, tone } = looks[withdrawnAt === null ? status : 'withdrawn'];
  return <Badge tone={tone}>{i18n._(label)}</Badge>;
}
