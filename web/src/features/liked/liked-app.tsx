import type { App } from '@zapdeck/contract/apps';
import ThumbsUp from 'lucide-react/icons/thumbs-up';
import { Cover } from '../../components/ui/cover.tsx';
import { OpenLink } from '../../components/ui/open-link.tsx';
import { TagList } from '../../components/ui/tag-list.tsx';
import { TimeAgo } from '../../components/ui/time-ago.tsx';
import { submitterName } from '../../lib/person.ts';

const TAGS_SHOWN = 2;

/** One liked app in the list. */
export function LikedApp({ app }: { app: App }) {
  return (
    <li className="card rise flex gap-4 p-3.5">
      <Cover app={app} className="h-28 w-20 shrink-0 rounded-field sm:w-24" />
      <div className="flex min-w-0 grow flex-col">
        <div className="flex gap-2">
          <div className="min-w-0 grow">
            <h2 className="display truncate pb-0.5 text-lg">{app.title}</h2>
            <p className="line-clamp-2 text-sm text-muted">{app.description}</p>
          </div>
          <OpenLink url={app.url} title={app.title} />
        </div>
        <div className="mt-2">
          <TagList tags={app.tags} max={TAGS_SHOWN} />
        </div>
        <p className="mt-auto flex flex-wrap items-center gap-x-3 pt-2 text-xs text-muted">
          <span className="tabular inline-flex items-center gap-1 font-semibold text-up-ink">
            <ThumbsUp size={14} aria-hidden="true" />
            {app.upvotes}
            <span className="sr-only"> upvotes</span>
          </span>
          <span className="max-w-32 truncate">by {submitterName(app.submitter)}</span>
          <TimeAgo moment={app.createdAt} />
        </p>
      </div>
    </li>
  );
}
