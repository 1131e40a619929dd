import type { OwnApp } from '@zapdeck/contract/apps';
import Eye from 'lucide-react/icons/eye';
import ThumbsUp from 'lucide-react/icons/thumbs-up';
import { Cover } from '../../components/ui/cover.tsx';
import { OpenLink } from '../../components/ui/open-link.tsx';
import { StatusBadge } from '../../components/ui/status-badge.tsx';
import { TagList } from '../../components/ui/tag-list.tsx';
import { TimeAgo } from '../../components/ui/time-ago.tsx';
import { AppOutcome } from './app-outcome.tsx';

const TAGS_SHOWN = 3;

/** One submitted app with what became of it and why. */
export function OwnAppCard({ app }: { app: OwnApp }) {
  return (
    <li className="card rise relative flex flex-col overflow-hidden">
      <Cover app={app} className="h-32" />
      <div className="flex grow flex-col gap-2.5 p-4">
        <div className="flex items-start gap-3">
          <div className="min-w-0 grow">
            <h3 className="display truncate pb-0.5 text-lg">{app.title}</h3>
            <p className="mt-1 line-clamp-2 text-sm text-muted">{app.description}</p>
          </div>
          <OpenLink url={app.url} title={app.title} />
        </div>
        <TagList tags={app.tags} max={TAGS_SHOWN} />
        <AppOutcome app={app} />
        <p className="tabular mt-auto flex items-center gap-4 pt-1 text-xs text-muted">
          <StatusBadge status={app.status} />
          <span className="inline-flex items-center gap-1">
            <ThumbsUp size={14} aria-hidden="true" />
            {app.upvotes}
            <span className="sr-only"> upvotes</span>
          </span>
          <span className="inline-flex items-center gap-1">
            <Eye size={14} aria-hidden="true" />
            {app.views}
            <span className="sr-only"> views</span>
          </span>
          <span className="ml-auto">
            <span className="sr-only">Submitted </span>
            <TimeAgo moment={app.createdAt} />
          </span>
        </p>
      </div>
    </li>
  );
}
