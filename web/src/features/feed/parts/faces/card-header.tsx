import { plural, t } from '@lingui/core/macro';
import type { App } from '@zapdeck/contract/apps';
import Eye from 'lucide-react/icons/eye';
import ThumbsDown from 'lucide-react/icons/thumbs-down';
import ThumbsUp from 'lucide-react/icons/thumbs-up';
import { CategoryIcon } from '../../../../components/ui/category-icon.tsx';
import { useConnected } from '../../../../lib/connection.ts';
import { formatCount } from '../../../../lib/numbers.ts';
import { say } from '../../../../lib/say.ts';

/** A count with its icon. Screen readers read the text instead. */
function Figure({ icon: Icon, count, text }: { icon: typeof Eye; count: number; text: string }) {
  return (
    <span className="tabular inline-flex items-center gap-1">
      <Icon size={13} strokeWidth={2.4} aria-hidden="true" />
      <span aria-hidden="true">{formatCount(count)}</span>
      <span className="sr-only">{text}</span>
    </span>
  );
}

function Figures({ app: { upvotes, downvotes, views } }: { app: App }) {
  if (upvotes + downvotes + views === 0)
    return <span>{t({ message: 'New', comment: 'An app without votes and views' })}</span>;
  return (
    <>
      <Figure
        icon={ThumbsUp}
        count={upvotes}
        text={t`${plural(upvotes, { one: '# upvote', other: '# upvotes' })}`}
      />
      <Figure
        icon={ThumbsDown}
        count={downvotes}
        text={t`${plural(downvotes, { one: '# downvote', other: '# downvotes' })}`}
      />
      <Figure icon={Eye} count={views} text={t`${plural(views, { one: '# view', other: '# views' })}`} />
    </>
  );
}

interface Props {
  app: App;
  /** False if a poster below shows the title. */
  titled: boolean;
  live: boolean;
}

function Counts({ app }: { app: App }) {
  return (
    // Counts that do not fit are hidden, not cut off.
    <p className="flex h-4 flex-wrap items-center gap-x-2.5 overflow-hidden text-xs font-semibold whitespace-nowrap text-white/80">
      <span className="inline-flex items-center gap-1">
        <CategoryIcon category={app.category} className="size-3.5 max-[22rem]:hidden" />
        <span>{say(app.category)}</span>
      </span>
      <Figures app={app} />
    </p>
  );
}

export function CardHeader({ app, titled, live }: Props) {
  const connected = useConnected();
  return (
    <header className="feed-header pointer-events-none absolute flex flex-col justify-center text-white select-none">
      <h2 dir="auto" className={titled ? 'truncate text-[.9375rem]/5 font-bold' : 'sr-only'}>
        {app.title}
      </h2>
      {connected ? null : (
        <output className="truncate text-xs/4 font-semibold text-white">{t`Offline: your votes are kept`}</output>
      )}
      {connected && live ? (
        <p className="truncate text-xs/4 text-white/80">{t`Downloads, camera and dialogs work only in a tab`}</p>
      ) : null}
      {connected && !live ? <Counts app={app} /> : null}
    </header>
  );
}
