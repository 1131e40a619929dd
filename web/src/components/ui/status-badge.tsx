import type { AppStatus } from '@zapdeck/contract/apps';
import { Badge, type Tone } from './badge.tsx';

const looks: Record<AppStatus | 'withdrawn', { label: string; tone: Tone }> = {
  approved: { label: 'Approved', tone: 'up' },
  pending: { label: 'Pending', tone: 'amber' },
  rejected: { label: 'Rejected', tone: 'down' },
  withdrawn: { label: 'Withdrawn', tone: 'plain' },
};

interface Props {
  app: { status: AppStatus; withdrawnAt?: string | null };
}

/** Status of a submission. Withdrawn apps are not shown as rejected. */
export function StatusBadge({ app: { status, withdrawnAt = null } }: Props) {
  const { label, tone } = looks[withdrawnAt === null ? status : 'withdrawn'];
  return <Badge tone={tone}>{label}</Badge>;
}
