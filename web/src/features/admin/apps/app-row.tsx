import { t } from '@lingui/core/macro';
import type { AdminApp } from '@zapdeck/contract/apps/apps';
import Pencil from 'lucide-react/icons/pencil';
import { memo } from 'react';
import { Badge } from '../../../components/ui/badge.tsx';
import { Cover } from '../../../components/ui/cover.tsx';
import { IconButton } from '../../../components/ui/icon-button.tsx';
import { OpenLink } from '../../../components/ui/open-link.tsx';
import { StatusBadge } from '../../../components/ui/status-badge.tsx';
import { TimeAgo } from '../../../components/ui/time-ago.tsx';
import { AppLink } from '../parts/app-link.tsx';
import { Cell } from './cell.tsx';
import { clockTime } from '../parts/words/clock-time.ts';
import { formatCount, formatScore } from '../../../lib/numbers.ts';
import { SubmitterLink } from '../parts/submitter-link.tsx';
import { FrameVerdict, frameReasonOf } from '../parts/frame-verdict.tsx';

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
              <p dir="ltr" className="truncate text-sm text-muted">
                {app.url}
              </p>
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
        <Cell label={t`Total time`}>{clockTime(app.timeSpent)}</Cell>
        <Cell label={t`To upvote`}>{clockTime(app.avgTimeToUpvote)}</Cell>
        <Cell label={t`To downvote`}>{clockTime(app.avgTimeToDownvote)}</Cell>
        <Cell label={t`Average view`}>{clockTime(app.avgViewTime)}</Cell>
        <Cell label={t`Submitter`} className="dash-by">
          <span className="block truncate">
            <SubmitterLink app={app} />
          </span>
          <span className="text-muted">
            <TimeAgo moment={app.createdAt} />
          </span>
        </Cell>
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
