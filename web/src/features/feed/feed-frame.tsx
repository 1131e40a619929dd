import { type MouseEvent, type Ref, useEffect } from 'react';
import { MenuButton } from '../../components/layout/menu-button.tsx';
import type { Elements } from '../../lib/elements.ts';
import { dropFirstCard } from '../../lib/first-card.ts';
import { SignUpLink } from './parts/faces/sign-up-link.tsx';
import './feed.css';
import { isCovered, isLive } from './state/feed-state.ts';
import { useFeed, useOpenFeed } from './parts/use-feed.ts';

interface Props {
  isGuest: boolean;
  /** Without cards the page itself is the ground. */
  plain?: boolean;
  /** Something lies over the cards: the card behind the front one must not be seen. */
  covered?: boolean;
  live?: boolean;
  ref?: Ref<HTMLDivElement> | undefined;
  children: Elements;
}

/** A button that the mouse pressed must not keep the focus: the space bar would press it again instead of zapping. */
function keepFocus(event: MouseEvent<HTMLElement>): void {
  const { target, currentTarget } = event;
  if (!(target instanceof Element) || !target.closest('button') || target.closest('dialog')) return;
  event.preventDefault();
  currentTarget.focus({ preventScroll: true });
}

/** The whole window, with the corners that every state of the feed has: the menu, and for guests the way to sign up. */
export function FeedFrame({ isGuest, plain = false, covered = false, live = false, ref, children }: Props) {
  useEffect(dropFirstCard, []);
  return (
    <div
      ref={ref}
      tabIndex={-1}
      className="feed outline-none"
      data-guest={isGuest ? '' : undefined}
      data-covered={covered ? '' : undefined}
      data-live={live ? '' : undefined}
      onMouseDown={keepFocus}
    >
      <h1 className="sr-only">Browse apps</h1>
      {children}
      <div
        data-no-swipe=""
        className="absolute top-[calc(env(safe-area-inset-top)+.125rem)] left-[calc(env(safe-area-inset-left)+.375rem)] z-[12]"
      >
        <MenuButton className={plain ? '' : 'text-white hover:bg-white/12'} />
      </div>
      {isGuest ? (
        <div
          data-no-swipe=""
          className="feed-offer absolute top-[calc(env(safe-area-inset-top)+.125rem)] right-[calc(env(safe-area-inset-right)+.5rem)] z-[25]"
        >
          <SignUpLink>Sign Up</SignUpLink>
        </div>
      ) : null}
    </div>
  );
}

/** The same around a deck. */
export function DeckFrame({ ref, children }: Pick<Props, 'ref' | 'children'>) {
  const { user } = useOpenFeed();
  return (
    <FeedFrame ref={ref} isGuest={user.isGuest} covered={useFeed(isCovered)} live={useFeed(isLive)}>
      {children}
    </FeedFrame>
  );
}
