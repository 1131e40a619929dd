import { plural, t } from '@lingui/core/macro';
import { HOST_APPS_MAX, type PendingApp as Pending } from '@zapdeck/contract/moderation/pending-apps';
import { useState } from 'react';
import { Badge } from '../../../components/ui/badge.tsx';
import { frameReasonOf, FrameVerdict } from '../parts/frame-verdict.tsx';
import { HeldBadge } from '../parts/held-badge.tsx';
import { TrustedBadge } from '../parts/trusted-badge.tsx';
import { reviewAge } from './review-age.ts';
import { submitterRecord } from './submitter-record.ts';
import { say } from '../../../lib/say.ts';
import { Cover } from '../../../components/ui/cover.tsx';
import { IconButton } from '../../../components/ui/icon-button.tsx';
import { OpenLink } from '../../../components/ui/open-link.tsx';
import { TimeAgo } from '../../../components/ui/time-ago.tsx';
import { submitterName } from '../../../lib/person.ts';
import { AppLink } from '../parts/app-link.tsx';
import { AppUrl } from '../parts/app-url.tsx';
import { SubmitterLink } from '../parts/submitter-link.tsx';
import { DecisionButtons } from './decision-buttons.tsx';
import Eye from 'lucide-react/icons/eye';

function sameHostInWords(count: number): string {
  return count === HOST_APPS_MAX
    ? t`${{ count }} or more on the same host`
    : plural(count, { other: '# on the same host' });
}

/** Facts for a decision: category, frame check, waiting time, and the submitter with their record. */
export function PendingFacts({ app }: { app: Pending }) {
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

/** Description of a pending app, and why it cannot be framed, if so. */
export function PendingText({ app }: { app: Pending }) {
  const reason = frameReasonOf(app);
  return (
    <p className="dash-pending-text">
      {reason ? <strong className="font-semibold">{`${reason} `}</strong> : null}
      <bdi>{app.description}</bdi>
    </p>
  );
}

interface Props {
  app: Pending;
  isSelected: boolean;
  onSelect: () => void;
  onApprove: () => void;
  onReject: () => void;
  onLook: () => void;
  /** Filters the queue by this submitter. Undefined if it already does, or for a deleted account. */
  onSubmitter: (() => void) | undefined;
}

/** Row of a pending app. Its buttons are near the top, so that the next Approve appears under the same thumb. */
export function PendingApp({ app, isSelected, onSelect, onApprove, onReject, onLook, onSubmitter }: Props) {
  const { title } = app;
  const category = say(app.category);
  const maker = submitterName(app.submitter);
  return (
    <li
      data-row
      tabIndex={0}
      aria-label={t`${title}, ${category}, by ${maker}`}
      className="card dash-pending"
      data-selected={isSelected || undefined}
    >
      <label className="dash-pending-cover">
        <Cover app={app} className="dash-pending-cover" />
        <input
          type="checkbox"
          className="dash-check"
          aria-label={t`Select ${title}`}
          checked={isSelected}
          onChange={onSelect}
        />
      </label>
      <div className="min-w-0">
        <h3 className="display text-lg">
          <AppLink app={app} />
        </h3>
        <AppUrl url={app.url} />
        <p className="-mt-2 -mb-3 truncate py-3 text-sm text-muted">
          <TimeAgo moment={app.createdAt} />
          <span> · </span>
          <SubmitterLink app={app} />
          {onSubmitter ? (
            // Hidden on phones for lack of space. The app's page has the same link.
            <span className="max-md:hidden">
              {' · '}
              <button
                type="button"
                className="dash-link"
                aria-label={t`All by this user: ${maker}`}
                onClick={onSubmitter}
              >{t`All by this user`}</button>
            </span>
          ) : null}
        </p>
      </div>
      <div className="dash-pending-links">
        <IconButton label={t`Look at ${title}`} className="border border-line" onClick={onLook}>
          <Eye size={20} aria-hidden="true" />
        </IconButton>
        <OpenLink url={app.url} title={title} />
      </div>
      <div className="dash-decision">
        <DecisionButtons onApprove={onApprove} onReject={onReject} />
      </div>
      <div className="dash-pending-foot">
        <PendingFacts app={app} />
        <PendingText app={app} />
      </div>
    </li>
  );
}
