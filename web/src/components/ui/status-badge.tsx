import { Badge, type Tone } from './badge.tsx';

const looks: Record<string, { label: string; tone: Tone }> = {
  approved: { label: 'Approved', tone: 'up' },
  pending: { label: 'Pending', tone: 'amber' },
  rejected: { label: 'Rejected', tone: 'down' },
  withdrawn: { label: 'Withdrawn', tone: 'plain' },
};

/** What became of a submission; without a status it is pending, an unknown one is grey. */
export function StatusBadge({ status = 'pending' }: { status?: string }) {
  const { label, tone } = looks[status] ?? { label: status, tone: 'plain' };
  return <Badge tone={tone}>{label}</Badge>;
}
