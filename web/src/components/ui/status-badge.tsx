import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { AppStatus } from '@zapdeck/contract/apps/apps';
import { Badge, type Tone } from './badge.tsx';

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
