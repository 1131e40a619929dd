import { t } from '@lingui/core/macro';
import type { AdminApp } from '@zapdeck/contract/apps';
import { isLongUnreachable } from '@zapdeck/contract/reach';
import { useState } from 'react';
import { Badge, type Tone } from '../../../components/ui/badge.tsx';
import { formatCounted } from '../../../lib/numbers.ts';

type Checked = Pick<AdminApp, 'status' | 'frameStatus' | 'frameReason' | 'unreachableSince'>;

const DAY_MS = 24 * 3_600_000;

const looks: Record<AdminApp['frameStatus'], { label: string; tone: Tone }> = {
  ok: { label: 'Can be framed', tone: 'up' },
  refused: { label: 'Refuses framing', tone: 'amber' },
  unreachable: { label: 'Unreachable', tone: 'down' },
  unknown: { label: 'Not checked yet', tone: 'plain' },
};

/** Whether the app will show in the feed, as far as the server knows; for how many days not, where it is flagged. */
export function FrameVerdict({ app }: { app: Checked }) {
  const [now] = useState(Date.now);
  const { label, tone } = looks[app.frameStatus];
  if (!isLongUnreachable(app, new Date(now))) return <Badge tone={tone}>{label}</Badge>;
  const days = Math.floor((now - Date.parse(app.unreachableSince ?? '')) / DAY_MS);
  return <Badge tone="down">{t`Unreachable for ${formatCounted(days, 'day')}`}</Badge>;
}

/** Why the app will not show in the feed, as a sentence; empty where nothing stands in its way. */
export function frameReasonOf({ frameReason }: Pick<Checked, 'frameReason'>): string {
  if (!frameReason) return '';
  return /[.!?]$/.test(frameReason) ? frameReason : `${frameReason}.`;
}
