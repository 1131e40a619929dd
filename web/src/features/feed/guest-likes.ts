import { navigate } from 'wouter/use-browser-location';
import type { App } from '@zapdeck/contract/apps';
import { toast } from '../../components/ui/toast.tsx';
import { loginAddress } from '../../lib/return-to.ts';
import { voteOutbox } from './voting/vote-outbox.ts';

/** Of a guest's swipes to the right, the first in a session and every tenth bring the offer. */
const EVERY = 10;
const KEY = 'zapdeck.guest-likes';
const KEPT_LINE_MS = 3_000;

/** The login, from where one comes back to the card that is in front. */
export function loginFromHere(): string {
  return loginAddress(`${location.pathname}${location.search}`);
}

/** Tells a guest what an account is good for; specification, section 5. */
export function offerSignUp(): void {
  toast({
    title: 'Sign Up Required',
    description: 'Create an account to vote on apps and unlock full features',
    action: { label: 'Sign Up', onClick: () => navigate(loginFromHere()) },
  });
}

/** Whether the guest has liked the app before, as far as this device has kept it. */
export function isGuestLike(userId: string, appId: string): boolean {
  return voteOutbox(userId)
    .unsent()
    .some((kept) => kept.appId === appId);
}

/** How many likes are kept on this device for the guest. */
export function guestLikes(userId: string): number {
  return voteOutbox(userId).unsent().length;
}

/**
 * Keeps a guest's like on this device until the guest signs up and it is cast, and when it is time, tells them so. Another
 * card is in front by then: a line has to do.
 */
export function keepGuestLike(userId: string, { id, title }: App): void {
  voteOutbox(userId).keep({ appId: id, title, voteType: 'up', mode: 'cast' });
  let count = 1;
  try {
    count = (Number(sessionStorage.getItem(KEY)) || 0) + 1;
    sessionStorage.setItem(KEY, String(count));
  } catch {
    // Uncounted, every one would be the first: better none than one each time.
    return;
  }
  if (count !== 1 && count % EVERY > 0) return;
  const kept = guestLikes(userId);
  toast({
    title: kept === 1 ? 'Like kept. Sign up to save it.' : `${kept} likes kept. Sign up to save them.`,
    durationMs: KEPT_LINE_MS,
    look: 'line',
  });
}

/** Takes a guest's like back. */
export function dropGuestLike(userId: string, appId: string): void {
  voteOutbox(userId).drop(appId);
}
