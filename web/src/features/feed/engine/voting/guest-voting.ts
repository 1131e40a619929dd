import { plural, t } from '@lingui/core/macro';
import type { App } from '@zapdeck/contract/apps/apps';
import type { VoteType } from '@zapdeck/contract/feed/votes';
import { navigate } from 'wouter/use-browser-location';
import { toast } from '../../../../lib/toasts.ts';
import { loginFromHere } from '../../../../lib/return-to.ts';
import { isSavedLike, removeSavedLike, saveLike, savedLikes } from '../../../../lib/pending/saved-likes.ts';
import { voteOf } from '../../state/deck.ts';

/** The first like of a session and every tenth show how many are saved. */
const NOTIFY_EVERY = 10;
const COUNT_KEY = 'zapdeck.guest-likes';
const SAVED_LINE_MS = 3_000;

function offerSignUp(): void {
  toast({
    title: t`Sign Up Required`,
    description: t`Create an account to vote on apps and unlock full features`,
    action: { label: t`Sign Up`, onClick: () => navigate(loginFromHere()) },
  });
}

/** Counts the likes of this session. Returns undefined if the browser stores nothing. */
function countLike(): number | undefined {
  try {
    const count = (Number(sessionStorage.getItem(COUNT_KEY)) || 0) + 1;
    sessionStorage.setItem(COUNT_KEY, String(count));
    return count;
  } catch {
    return undefined;
  }
}

function notifySaved(saved: number): void {
  toast({
    title: t`${plural(saved, {
      1: 'Saved on this device. Sign up to keep it.',
      other: '# likes saved on this device. Sign up to keep them.',
    })}`,
    durationMs: SAVED_LINE_MS,
    look: 'line',
  });
}

/** Votes of a guest: likes are saved on this device, and the thumbs offer an account. */
export function createGuestVoting(userId: string) {
  return {
    voteOn: (app: App): VoteType | null => (isSavedLike(userId, app.id) ? 'up' : voteOf(app)),
    like(app: App) {
      saveLike(userId, app);
      const count = countLike();
      if (count === 1 || (count && count % NOTIFY_EVERY === 0)) notifySaved(savedLikes(userId).length);
    },
    toggle() {
      offerSignUp();
      return false;
    },
    undoLike: (appId: string) => removeSavedLike(userId, appId),
    start: () => () => undefined,
  };
}
