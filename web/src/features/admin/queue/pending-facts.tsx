import { plural, t } from '@lingui/core/macro';
import { HOST_APPS_MAX, type PendingApp } from '@zapdeck/contract/moderation/pending-apps';
import { useState } from 'react';
import { Badge } from '../../../components/ui/badge.tsx';
import { FrameVerdict } from '../parts/frame-verdict.tsx';
import { HeldBadge } from '../parts/held-badge.tsx';
import { TrustedBadge } from '../parts/trusted-badge.tsx';
import { reviewAge } from './review-age.ts';
import { submitterRecord } from './submitter-record.ts';
import { say } from '../../../lib/say.ts';

function sameHostInWords(count: number): string {
  return count === HOST_APPS_MAX
    ? t`${{ count }} or more on the same host`
    : plural(count, { other: '# on the same host' });
}

/** Facts for a decision: category, frame check, waiting time, and the submitter with their record. */
export function PendingFacts({ app }: { app: PendingApp }) {
  const [now] = useState(Date.now);
  const { resubmissions, notes, hostApps } = app.context;
  const age = reviewAge(app.heldAt ?? app.createdAt, now);
  return (
    <div className="dash-facts">
      <Badge tone={age.tone}>{age.label}</Badge>
      <HeldBadge app={app} />
      <TrustedBadge app={app} />
      <FrameVerdict app={app} />
      <Badge>{say(app.category)}</Badge>
      <Badge>{submitterRecord(app)}</Badge>
      {resubmissions > 0 ? (
        <Badge tone="amber">
          {plural(resubmissions, { one: 'Resubmitted', other: 'Resubmitted # times' })}
        </Badge>
      ) : null}
      {notes > 0 ? <Badge>{plural(notes, { one: '# note', other: '# notes' })}</Badge> : null}
      {hostApps.length > 0 ? <Badge>{sameHostInWords(hostApps.length)}</Badge> : null}
    </div>
  );
}
