import { t } from '@lingui/core/macro';
import { type MouseEvent, type Ref, useEffect } from 'react';
import { MenuButton } from '../../components/layout/header.tsx';
import type { Elements } from '../../lib/elements.ts';
import { dropFirstCard } from '../../lib/first-card.ts';
import { SignUpLink } from './parts/faces/sign-up-link.tsx';
import './feed.css';
import { isCovered, isLive } from './state/feed-state.ts';
import { useFeed, useOpenFeed } from './parts/use-feed.ts';

interface Props {
  isGuest: boolean;
  /** There are no cards behind the menu button. */
  plain?: boolean;
  covered?: boolean;
  live?: boolean;
  ref?: Ref<HTMLDivElement> | undefined;
  children: Elements;
}

/** Keeps the focus off a clicked button, because the space bar would press it again instead of zapping. */
function keepFocus(event: MouseEvent<HTMLElement>): void {
  const { target, currentTarget } = event;
  if (!(target instanceof Element) || !target.closest('button') || target.closest('dialog')) return;
  event.preventDefault();
  currentTarget.focus({ preventScroll: true });
}

/** The root element of the feed in all its states, with the menu button and a guest's sign-up link. */
export function FeedFrame({ isGuest, plain = false, covered = false, live = false, ref, children }: Props) {
  useEffect(dropFirstCard, []);
  return (
    <div
      ref={ref}
      tabIndex={-1}
      className="feed outline-none"
      data-covered={covered ? '' : undefined}
      data-live={live ? '' : undefined}
      onMouseDown={keepFocus}
    >
      <h1 className="sr-only">{t`Browse apps`}</h1>
      {children}
      <div
        data-no-swipe=""
        className="absolute top-[calc(env(safe-area-inset-top)+.125rem)] inset-s-[calc(var(--safe-start)+.375rem)] z-[12]"
      >
        <MenuButton className={plain ? '' : 'text-white hover:bg-white/12'} />
      </div>
      {isGuest ? (
        <div
          data-no-swipe=""
          className="feed-offer absolute top-[calc(env(safe-area-inset-top)+.125rem)] inset-e-[calc(var(--safe-end)+.5rem)] z-[25]"
        >
          <SignUpLink>{t`Sign Up`}</SignUpLink>
        </div>
      ) : null}
    </div>
  );
}

export function DeckFrame({ ref, children }: Pick<Props, 'ref' | 'children'>) {
  const { user } = useOpenFeed();
  return (
    <FeedFrame ref={ref} isGuest={user.isGuest} covered={useFeed(isCovered)} live={useFeed(isLive)}>
      {children}
    </FeedFrame>
  );
}
