import type { App } from '@zapdeck/contract/apps';
import Eye from 'lucide-react/icons/eye';
import ThumbsDown from 'lucide-react/icons/thumbs-down';
import ThumbsUp from 'lucide-react/icons/thumbs-up';
import { CategoryIcon } from '../../../components/ui/category-icon.tsx';

const compact = new Intl.NumberFormat('en', { notation: 'compact' });

function Figure({ icon: Icon, count, label }: { icon: typeof Eye; count: number; label: string }) {
  return (
    <span className="tabular inline-flex items-center gap-1.5 max-[359px]:gap-1">
      <Icon size={15} strokeWidth={2.4} aria-hidden="true" />
      <span aria-hidden="true">{compact.format(count)}</span>
      <span className="sr-only">{`${count} ${label}`}</span>
    </span>
  );
}

/** What lies over the top of a card: its title, category and counts. A poster below carries the title itself. */
export function CardHeader({ app, titled }: { app: App; titled: boolean }) {
  return (
    <header
      className={`feed-header ${titled ? 'feed-header-ground' : ''} pointer-events-none absolute inset-x-0 top-0 pt-[calc(env(safe-area-inset-top)+.625rem)] pr-[calc(env(safe-area-inset-right)+1rem)] pb-16 pl-[calc(env(safe-area-inset-left)+3.875rem)] text-white select-none md:pl-[calc(env(safe-area-inset-left)+5rem)]`}
    >
      <h2
        className={
          titled
            ? 'display flex min-h-11 items-center pr-(--feed-corner) text-heading text-shadow-sm'
            : 'sr-only'
        }
      >
        <span className="line-clamp-2">{app.title}</span>
      </h2>
      <p
        className={`flex flex-wrap items-center gap-x-3.5 gap-y-1.5 text-sm max-[359px]:gap-x-2 max-[359px]:text-xs font-semibold ${titled ? 'mt-0.5' : 'min-h-11 pr-(--feed-corner)'}`}
      >
        <span className="inline-flex items-center gap-1.5 rounded-pill bg-white/20 px-3 py-1 text-xs max-[359px]:px-2">
          <CategoryIcon category={app.category} className="size-3.5 max-[359px]:hidden" />
          {app.category}
        </span>
        <Figure icon={ThumbsUp} count={app.upvotes} label={app.upvotes === 1 ? 'upvote' : 'upvotes'} />
        <Figure
          icon={ThumbsDown}
          count={app.downvotes}
          label={app.downvotes === 1 ? 'downvote' : 'downvotes'}
        />
        <Figure icon={Eye} count={app.views} label={app.views === 1 ? 'view' : 'views'} />
      </p>
    </header>
  );
}
