import { plural, t } from '@lingui/core/macro';
import type { DeckKey, PlainDeck } from '@zapdeck/contract/feed/decks';
import { deckHref, screens } from '@zapdeck/contract/instance/screens';
import Compass from 'lucide-react/icons/compass';
import History from 'lucide-react/icons/history';
import { Link } from 'wouter';
import { BoltMark } from '../../../../components/ui/bolt-mark.tsx';
import { ButtonLink } from '../../../../components/ui/button-link.tsx';
import { Cover } from '../../../../components/ui/cover.tsx';
import { deckName } from './card-header.tsx';
import { formatCount } from '../../../../lib/numbers.ts';
import { savedLikes } from '../../../../lib/pending/saved-likes.ts';
import { voteOf } from '../../state/deck.ts';
import { useFeed, useOpenFeed } from '../use-feed.ts';
import { SignUpLink } from './sign-up-link.tsx';
import './faces.css';

/** Decks to go on with, the first two of which are offered. */
const offers: readonly PlainDeck[] = ['trending', 'new', 'best'];
const OFFERED_DECKS = 2;

const chipClass =
  'inline-flex min-h-11 items-center gap-1.5 rounded-pill bg-white/14 px-4 text-sm font-semibold hover:bg-white/22';

/** Leads from the end of a deck to other decks. */
function OtherDecks({ deckKey }: { deckKey: DeckKey }) {
  const offered = offers.filter((kind) => kind !== deckKey).slice(0, OFFERED_DECKS);
  return (
    <nav aria-label={t`Other decks`} className="mt-3 flex flex-wrap justify-center gap-2">
      {offered.map((kind) => (
        <Link key={kind} href={deckHref(kind)} draggable={false} className={chipClass}>
          {deckName({ kind, value: null })}
        </Link>
      ))}
      <Link href={screens.discover.path} draggable={false} className={chipClass}>
        <Compass size={17} aria-hidden="true" />
        <span>{t`Discover`}</span>
      </Link>
      <Link href={screens.history.path} draggable={false} className={chipClass}>
        <History size={17} aria-hidden="true" />
        <span>{t`History`}</span>
      </Link>
    </nav>
  );
}

const FANNED = [
  '-rotate-24 -translate-x-[78%]',
  'rotate-24 translate-x-[78%]',
  '-rotate-12 -translate-x-[40%]',
  'rotate-12 translate-x-[40%]',
];

function Figure({ count, label }: { count: number; label: string }) {
  return (
    <div className="flex min-w-28 flex-col-reverse rounded-card bg-white/12 px-5 py-3">
      <dt className="text-sm text-white/80">{label}</dt>
      <dd className="display tabular text-title">{formatCount(count)}</dd>
    </div>
  );
}

/** Says what has ended. After hiding, the apps seen are not all apps. */
function Title({ count, isThinned }: { count: number; isThinned: boolean }) {
  return (
    <h2 className="display text-title">
      {isThinned
        ? t`Nothing left to show`
        : plural(count, { one: 'That was the only app', other: 'You’ve seen them all' })}
    </h2>
  );
}

function Invitation({ isGuest, isThinned }: { isGuest: boolean; isThinned: boolean }) {
  return (
    <>
      <p className="feed-end-more mt-4 text-[.9375rem] text-white/85">
        {isThinned
          ? t`You’ve hidden some apps.`
          : isGuest
            ? t`Sign up to keep your likes and submit your own app.`
            : t`Something missing? Submit your own app.`}
      </p>
      <div className="mt-4 flex flex-wrap justify-center gap-2.5">
        {isThinned ? (
          <ButtonLink href={screens.profile.path}>{t`See what you hide`}</ButtonLink>
        ) : isGuest ? (
          <SignUpLink>{t`Sign up`}</SignUpLink>
        ) : (
          <>
            <ButtonLink href="/submit">{t`Submit an app`}</ButtonLink>
            <ButtonLink href="/liked" variant="secondary">{t`Your likes`}</ButtonLink>
          </>
        )}
      </div>
    </>
  );
}

export default function EndCard() {
  const { id, isGuest } = useOpenFeed().user;
  const { apps, index, key: deckKey, isThinned } = useFeed(({ deck }) => deck);
  const seen = apps.slice(0, index);
  const likes = isGuest ? savedLikes(id).length : apps.filter((app) => voteOf(app) === 'up').length;
  const count = seen.length;
  const shown = seen.slice(-FANNED.length);
  return (
    <div className="feed-end absolute inset-0 text-center text-white">
      <div className="feed-poster absolute inset-0">
        <div className="feed-poster-cover relative shrink-0">
          {shown.map((app, place) => (
            <Cover
              key={app.id}
              app={app}
              className={`absolute! inset-[8%] rounded-card shadow-2xl ring-1 ring-white/20 ${FANNED[place]}`}
            />
          ))}
          <BoltMark className="absolute inset-0 size-full drop-shadow-2xl" />
        </div>
        <div className="feed-poster-text">
          <Title count={count} isThinned={isThinned} />
          <dl className="mt-4 flex justify-center gap-3">
            <Figure count={count} label={t`${plural(count, { one: 'app seen', other: 'apps seen' })}`} />
            <Figure count={likes} label={t`${plural(likes, { one: 'like', other: 'likes' })}`} />
          </dl>
          <Invitation isGuest={isGuest} isThinned={isThinned} />
          <OtherDecks deckKey={deckKey} />
          <p className="mt-5 text-sm font-semibold text-white/75">{t`Swipe to start over`}</p>
        </div>
      </div>
    </div>
  );
}
