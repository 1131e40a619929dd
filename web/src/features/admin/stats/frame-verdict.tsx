import type { AdminApp } from '@zapdeck/contract/apps';
import { Badge, type Tone } from '../../../components/ui/badge.tsx';

const looks: Record<AdminApp['frameStatus'], { label: string; tone: Tone }> = {
  ok: { label: 'Can be framed', tone: 'up' },
  refused: { label: 'Refuses framing', tone: 'amber' },
  unreachable: { label: 'Unreachable', tone: 'down' },
  unknown: { label: 'Not checked yet', tone: 'plain' },
};

/** Whether the app will show in the feed, as far as the server knows. */
export function FrameVerdict({ app }: { app: AdminApp }) {
  const { label, tone } = looks[app.frameStatus];
  return (
    <span title={app.frameReason ?? undefined} className="inline-flex">
      <Badge tone={tone}>{label}</Badge>
    </span>
  );
}
