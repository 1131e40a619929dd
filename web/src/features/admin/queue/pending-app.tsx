import { t } from '@lingui/core/macro';
import type { PendingApp as Pending } from '@zapdeck/contract/moderation/pending-apps';
import Eye from 'lucide-react/icons/eye';
import { Cover } from '../../../components/ui/cover.tsx';
import { IconButton } from '../../../components/ui/icon-button.tsx';
import { OpenLink } from '../../../components/ui/open-link.tsx';
import { TimeAgo } from '../../../components/ui/time-ago.tsx';
import { submitterName } from '../../../lib/person.ts';
import { AppLink } from '../parts/app-link.tsx';
import { SubmitterLink } from '../parts/submitter-link.tsx';
import { PendingFacts } from './pending-facts.tsx';
import { PendingText } from './pending-text.tsx';
import { DecisionButtons } from './decision-buttons.tsx';
import { say } from '../../../lib/say.ts';

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
        <p dir="ltr" className="truncate text-sm text-muted">
          {app.url}
        </p>
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
