import { BoltMark } from '../../../../components/ui/bolt-mark.tsx';
import { ButtonLink } from '../../../../components/ui/button-link.tsx';
import { Cover } from '../../../../components/ui/cover.tsx';
import { voteOf } from '../../state/deck.ts';
import { savedLikes } from '../../../../lib/saved-likes.ts';
import { useFeed, useOpenFeed } from '../use-feed.ts';
import './faces.css';
import { SignUpLink } from './sign-up-link.tsx';
import { formatCount } from '../../../../lib/numbers.ts';

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

export default function EndCard() {
  const { id, isGuest } = useOpenFeed().user;
  const { apps, index } = useFeed(({ deck }) => deck);
  const met = apps.slice(0, index);
  const likes = isGuest ? savedLikes(id).length : apps.filter((app) => voteOf(app) === 'up').length;
  const shown = met.slice(-FANNED.length);
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
          <h2 className="display text-title">You’ve met them all</h2>
          <dl className="mt-4 flex justify-center gap-3">
            <Figure count={met.length} label={met.length === 1 ? 'app met' : 'apps met'} />
            <Figure count={likes} label={likes === 1 ? 'like' : 'likes'} />
          </dl>
          <p className="mt-4 text-[.9375rem] text-white/85">
            {isGuest
              ? 'Sign up to keep your likes and to put an app of yours into the deck.'
              : 'Is one missing? Put an app of yours into the deck.'}
          </p>
          <div className="mt-4 flex flex-wrap justify-center gap-2.5">
            {isGuest ? (
              <SignUpLink>Sign up</SignUpLink>
            ) : (
              <>
                <ButtonLink href="/submit">Submit an app</ButtonLink>
                <ButtonLink href="/liked" variant="secondary">
                  Your likes
                </ButtonLink>
              </>
            )}
          </div>
          <p className="mt-5 text-sm font-semibold text-white/75">Swipe to begin again from the first</p>
        </div>
      </div>
    </div>
  );
}
