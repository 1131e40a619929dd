import type { App } from '@zapdeck/contract/apps';
import Eye from 'lucide-react/icons/eye';
import ThumbsDown from 'lucide-react/icons/thumbs-down';
import ThumbsUp from 'lucide-react/icons/thumbs-up';
import { CategoryIcon } from '../../../components/ui/category-icon.tsx';

const compact = new Intl.NumberFormat('en', { notation: 'compact' });

function Figure({ icon: Icon, count, label }: { icon: typeof Eye; count: number; label: string }) {
  return (
    <span className="tabular inline-flex items-center gap-1">
      <Icon size={13} strokeWidth={2.4} aria-hidden="true" />
      <span aria-hidden="true">{compact.format(count)}</span>
      <span className="sr-only">{`${count} ${label}`}</span>
    </span>
  );
}

/** What people made of the app so far; nothing yet of one that is new. */
function Figures({ app: { upvotes, downvotes, views } }: { app: App }) {
  if (upvotes + downvotes + views === 0) return <span>New</span>;
  return (
    <>
      <Figure icon={ThumbsUp} count={upvotes} label={upvotes === 1 ? 'upvote' : 'upvotes'} />
      <Figure icon={ThumbsDown} count={downvotes} label={downvotes === 1 ? 'downvote' : 'downvotes'} />
      <Figure icon={Eye} count={views} label={views === 1 ? 'view' : 'views'} />
    </>
  );
}

/** What lies over the top of a card: its title, category and counts. A poster below carries the title itself. */
export function CardHeader({ app, titled }: { app: App; titled: boolean }) {
  return (
    <header className="feed-header pointer-events-none absolute top-[calc(env(safe-area-inset-top)+.625rem)] right-[calc(env(safe-area-inset-right)+.75rem+var(--feed-corner,0rem))] left-[calc(env(safe-area-inset-left)+3.875rem)] flex min-h-11 items-center select-none md:left-[calc(env(safe-area-inset-left)+5rem)]">
      <div className="feed-glass max-w-full rounded-[1.125rem] px-3.5 py-1.5">
        <h2 dir="auto" className={titled ? 'truncate text-[.9375rem]/5 font-bold' : 'sr-only'}>
          {app.title}
        </h2>
        {/* Counts that have no room beside the way to sign up are not there, rather than cut. */}
        <p className="flex h-4 flex-wrap items-center gap-x-2.5 overflow-hidden text-xs font-semibold whitespace-nowrap">
          <span className="inline-flex items-center gap-1">
            <CategoryIcon category={app.category} className="size-3.5 max-[22rem]:hidden" />
            {app.category}
          </span>
          <Figures app={app} />
        </p>
      </div>
    </header>
  );
}
