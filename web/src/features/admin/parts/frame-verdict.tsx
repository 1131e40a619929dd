import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import type { AdminApp } from '@zapdeck/contract/apps/apps';
import { isLongUnreachable } from '@zapdeck/contract/feed/reach';
import { useState } from 'react';
import { Badge, type Tone } from '../../../components/ui/badge.tsx';

type Checked = Pick<AdminApp, 'status' | 'frameStatus' | 'frameReason' | 'unreachableSince'>;

const DAY_MS = 24 * 3_600_000;

const looks: Record<AdminApp['frameStatus'], { label: MessageDescriptor; tone: Tone }> = {
  ok: { label: msg`Can be embedded`, tone: 'up' },
  refused: { label: msg`Blocks embedding`, tone: 'amber' },
  unreachable: { label: msg`Unreachable`, tone: 'down' },
  unknown: { label: msg`Not checked yet`, tone: 'plain' },
};

/** Badge with the last frame check. For a flagged app it includes the number of days. */
export function FrameVerdict({ app }: { app: Checked }) {
  const [now] = useState(Date.now);
  const { label, tone } = looks[app.frameStatus];
  if (!isLongUnreachable(app, new Date(now))) return <Badge tone={tone}>{i18n._(label)}</Badge>;
  const days = Math.floor((now - Date.parse(app.unreachableSince ?? '')) / DAY_MS);
  return (
    <Badge tone="down">
      {plural(days, { one: 'Unreachable for # day', other: 'Unreachable for # days' })}
    </Badge>
  );
}

/** Returns a sentence that says why the app will not show in the feed. Empty if it will. */
export function frameReasonOf({ frameReason }: Pick<Checked, 'frameReason'>): string {
  if (!frameReason) return '';
  return /[.!?]$/.test(frameReason) ? frameReason : `${frameReason}.`;
}
