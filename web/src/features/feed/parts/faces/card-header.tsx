import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg, plural, t } from '@lingui/core/macro';
import type { Category } from '@zapdeck/contract/apps/listing';
import { type Deck, deckKeyOf, parseDeckKey, type PlainDeck } from '@zapdeck/contract/feed/decks';
import type { FeedApp } from '@zapdeck/contract/feed/feed';
import { deckHref, screens } from '@zapdeck/contract/instance/screens';
import Compass from 'lucide-react/icons/compass';
import Eye from 'lucide-react/icons/eye';
import ThumbsDown from 'lucide-react/icons/thumbs-down';
import ThumbsUp from 'lucide-react/icons/thumbs-up';
import { Link } from 'wouter';
import { CategoryIcon } from '../../../../components/ui/category-icon.tsx';
import { useConnected } from '../../../../lib/connection.ts';
import type { Elements } from '../../../../lib/elements.ts';
import { lazyPart } from '../../../../lib/lazy-part.tsx';
import { formatCount } from '../../../../lib/numbers.ts';
import { say } from '../../../../lib/say.ts';
import { withMessages } from '../../../../messages/messages.ts';
import { useFeed } from '../use-feed.ts';

const names: Record<PlainDeck, MessageDescriptor> = {
  best: msg`Best`,
  new: msg({ message: 'New', comment: 'The deck of the newest apps' }),
  trending: msg`Trending`,
  today: msg`Today`,
  unseen: msg({ message: 'Unseen', comment: 'The deck of the apps that the user has not seen' }),
  liked: msg`Liked`,
  'for-you': msg`For you`,
};

/** Returns the name of a deck. */
export function deckName({ kind, value }: Deck): string {
  if (value === null) return i18n._(names[kind]);
  return kind === 'search' ? t`“${value}”` : say(value);
}

const Because = lazyPart(() => withMessages('feed-late', () => import('./because.tsx')));

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

function Figures({ app: { upvotes, downvotes, views } }: { app: FeedApp }) {
  if (upvotes + downvotes + views === 0)
    return <span>{t({ message: 'New', context: 'app', comment: 'An app without votes and views' })}</span>;
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

/** Counts that do not fit are hidden, not cut off: the empty first item lets each of them wrap. */
function Counts({ app }: { app: FeedApp }) {
  return (
    <p className="flex h-4 min-w-0 flex-auto flex-wrap items-center gap-x-2.5 overflow-hidden whitespace-nowrap before:h-4">
      <Figures app={app} />
    </p>
  );
}

interface Props {
  app: FeedApp;
  /** False if a poster below shows the title. */
  titled: boolean;
  live: boolean;
}

interface ChipProps {
  href: string;
  label: string;
  /** Shows the icon alone, never a part of the label, if there is no room for both. */
  yields?: boolean;
  className?: string;
  children: Elements;
}

/** A link in the head. The area that can be pressed is as high as the head. */
function Chip({ href, label, yields = false, className = '', children }: ChipProps) {
  return (
    <Link
      href={href}
      draggable={false}
      className={`pointer-events-auto relative inline-flex h-5 min-w-0 rounded-pill bg-white/16 px-2 after:absolute after:inset-x-0 after:-top-6 after:-bottom-1 hover:bg-white/25 ${className}`}
    >
      <span
        className={`flex h-5 min-w-0 grow items-center gap-x-1 ${yields ? 'flex-wrap justify-center overflow-hidden *:h-5 *:leading-5' : ''}`}
      >
        {children}
        <span dir="auto" className="truncate">
          {label}
        </span>
      </span>
    </Link>
  );
}

function Facts({ app }: { app: FeedApp }) {
  const deck = parseDeckKey(useFeed((state) => state.deck.key));
  if (!deck) return null;
  return (
    <div className="mt-0.5 flex items-center gap-1.5 text-xs font-semibold text-white/90">
      <Chip href={screens.discover.path} label={deckName(deck)} className="max-w-1/2 shrink-0">
        <Compass size={13} aria-hidden="true" className="shrink-0 max-[15rem]:hidden" />
        <span className="sr-only">{t`Discover. Current deck:`}</span>
      </Chip>
      {deck.kind === 'category' || app.because ? null : (
        // Its name gives way before the counts do.
        <Chip
          href={deckHref(deckKeyOf({ kind: 'category', value: app.category as Category }))}
          label={say(app.category)}
          yields
          className="min-w-9! shrink-[99]"
        >
          <CategoryIcon category={app.category} className="w-3.5 shrink-0" />
        </Chip>
      )}
      {app.because ? <Because title={app.because.title} /> : <Counts app={app} />}
    </div>
  );
}

export function CardHeader({ app, titled, live }: Props) {
  const connected = useConnected();
  return (
    <header className="feed-header pointer-events-none absolute flex flex-col justify-center text-white select-none">
      <h2
        lang={app.language ?? undefined}
        dir="auto"
        className={titled ? 'truncate text-[.9375rem]/5 font-bold' : 'sr-only'}
      >
        {app.title}
      </h2>
      {connected ? null : (
        <output className="truncate text-xs/4 font-semibold text-white">{t`Offline: your votes are kept`}</output>
      )}
      {connected && live ? (
        <p className="truncate text-xs/4 text-white/80">{t`Downloads and camera need a new tab`}</p>
      ) : null}
      {connected && !live ? <Facts app={app} /> : null}
    </header>
  );
}
