import { navigate } from 'wouter/use-browser-location';
import type { App } from '@zapdeck/contract/apps';
import { toast } from '../../../../components/ui/toast.tsx';
import { loginAddress } from '../../../../lib/return-to.ts';
import { saveLike, savedLikes } from '../../../../lib/saved-likes.ts';

/** Of a guest's swipes to the right, the first in a session and every tenth bring the offer. */
const EVERY = 10;
const KEY = 'zapdeck.guest-likes';
const SAVED_LINE_MS = 3_000;

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

/**
 * Saves a guest's like on this device. The first in a session and every tenth say so in a line, because the next card is
 * in front by then.
 */
export function keepGuestLike(userId: string, { id, title }: App): void {
  saveLike(userId, { appId: id, title });
  let count = 1;
  try {
    count = (Number(sessionStorage.getItem(KEY)) || 0) + 1;
    sessionStorage.setItem(KEY, String(count));
  } catch {
    // Uncounted, every one would be the first: better none than one each time.
    return;
  }
  if (count !== 1 && count % EVERY > 0) return;
  const saved = savedLikes(userId).length;
  toast({
    title:
      saved === 1
        ? 'Saved on this device. Sign up to keep it.'
        : `${saved} likes saved on this device. Sign up to keep them.`,
    durationMs: SAVED_LINE_MS,
    look: 'line',
  });
}
