import { t } from '@lingui/core/macro';
import type { AdminApp } from '@zapdeck/contract/apps/apps';
import Pencil from 'lucide-react/icons/pencil';
import { memo, type ReactNode } from 'react';
import { Badge } from '../../../components/ui/badge.tsx';
import { Cover } from '../../../components/ui/cover.tsx';
import { IconButton } from '../../../components/ui/icon-button.tsx';
import { OpenLink } from '../../../components/ui/open-link.tsx';
import { StatusBadge } from '../../../components/ui/status-badge.tsx';
import { TimeAgo } from '../../../components/ui/time-ago.tsx';
import { AppLink } from '../parts/app-link.tsx';
import { AppUrl } from '../parts/app-url.tsx';
import { clockTime } from '../parts/words/clock-time.ts';
import { formatCount, formatScore } from '../../../lib/numbers.ts';
import { SubmitterLink } from '../parts/submitter-link.tsx';
import { FrameVerdict, frameReasonOf } from '../parts/frame-verdict.tsx';

interface CellProps {
  /** Shown beside the value on a card. In a table, the column head shows it. */
  label: string;
  className?: string;
  children: ReactNode;
}

/** One value of a row: part of a card on phones, a table cell on wide screens. */
function Cell({ label, className = '', children }: CellProps) {
  return (
    <div className={`dash-cell ${className}`}>
      <span className="dash-label">{label}</span>
      <span className="dash-value">{children}</span>
    </div>
  );
}

function Time({ label, ms }: { label: string; ms: number }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{clockTime(ms)}</dd>
    </div>
  );
}

interface Props {
  app: AdminApp;
  rank: number;
  onEdit: () => void;
}

export const AppRow = memo(
  function AppRow({ app, rank, onEdit }: Props) {
    const { title } = app;
    const isInTheWay = app.frameStatus === 'refused' || app.frameStatus === 'unreachable';
    return (
      <li className="dash-row">
        <div className="dash-top">
          <span className="dash-rank tabular">
            <span className="sr-only">{t`Rank`}</span> <span>{formatCount(rank)}</span>
          </span>
          <div className="dash-main flex items-center gap-3">
            <Cover app={app} className="size-10 shrink-0 rounded-field" />
            <div className="min-w-0">
              <p className="dash-title">
                <AppLink app={app} />
                <StatusBadge app={app} />
                {app.changedAt === null ? null : <Badge tone="amber">{t`Changed`}</Badge>}
              </p>
              <AppUrl url={app.url} />
            </div>
          </div>
          <div className="dash-actions">
            <IconButton label={t`Edit ${title}`} onClick={onEdit}>
              <Pencil size={19} aria-hidden="true" />
            </IconButton>
            <OpenLink url={app.url} title={title} />
          </div>
        </div>
        <Cell label={t`Score`} className="dash-strong">
          {formatScore(app.rankingScore)}
        </Cell>
        <Cell label={t`Votes`}>
          <span className="text-up-ink">
            <span className="sr-only">{t({ message: 'up', comment: 'Before a number of votes' })}</span>{' '}
            <span>{`▲${formatCount(app.upvotes)}`}</span>
          </span>{' '}
          <span className="text-down-ink">
            <span className="sr-only">{t({ message: 'down', comment: 'Before a number of votes' })}</span>{' '}
            <span>{`▼${formatCount(app.downvotes)}`}</span>
          </span>
        </Cell>
        <Cell label={t`Views`}>{formatCount(app.views)}</Cell>
        <Cell label={t`Submitter`} className="dash-by">
          <span className="block truncate">
            <SubmitterLink app={app} />
          </span>
          <span className="text-muted">
            <TimeAgo moment={app.createdAt} />
          </span>
        </Cell>
        <dl className="dash-times">
          <Time label={t`Total time`} ms={app.timeSpent} />
          <Time label={t`To upvote`} ms={app.avgTimeToUpvote} />
          <Time label={t`To downvote`} ms={app.avgTimeToDownvote} />
          <Time label={t`Average view`} ms={app.avgViewTime} />
        </dl>
        {isInTheWay ? (
          <p className="dash-why">
            <FrameVerdict app={app} />
            <span className="min-w-0">{frameReasonOf(app)}</span>
          </p>
        ) : null}
      </li>
    );
  },
  (before, after) => before.app === after.app && before.rank === after.rank,
);
