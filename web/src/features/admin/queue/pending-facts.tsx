import type { PendingApp } from '@zapdeck/contract/pending-apps';
import { useState } from 'react';
import { Badge } from '../../../components/ui/badge.tsx';
import { FrameVerdict } from '../parts/frame-verdict.tsx';
import { HeldBadge } from '../parts/held-badge.tsx';
import { TrustedBadge } from '../parts/trusted-badge.tsx';
import { reviewAge } from './review-age.ts';
import { submitterRecord } from './submitter-record.ts';

/** What helps to decide: category, whether it will frame, how long it has waited, and who hands in what else. */
export function PendingFacts({ app }: { app: PendingApp }) {
  const [now] = useState(Date.now);
  const age = reviewAge(app.heldAt ?? app.createdAt, now);
  return (
    <div className="dash-facts">
      <Badge tone={age.tone}>{age.label}</Badge>
      <HeldBadge app={app} />
      <TrustedBadge app={app} />
      <FrameVerdict app={app} />
      <Badge>{app.category}</Badge>
      <Badge>{submitterRecord(app)}</Badge>
    </div>
  );
}
