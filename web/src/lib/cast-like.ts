import { t } from '@lingui/core/macro';
import type { App } from '@zapdeck/contract/apps';
import { castVote, type VoteMode } from '@zapdeck/contract/votes';
import { isSessionChanged } from './call.ts';
import { callRepeatable } from './idempotency.ts';
import { notifyError } from './notify-error.ts';
import { markVoted } from './outdated-lists.ts';
import { knownUser, refreshSession } from './session.ts';
import { settleLike, showAsLiked } from './unconfirmed-likes.ts';

/**
 * Casts or removes the user's like. The list of liked apps changes at once, and back if the call fails. Returns whether the
 * server has stored it.
 */
export async function castLike(
  app: App,
  userId: string,
  mode: Exclude<VoteMode, 'toggle'>,
): Promise<boolean> {
  // A button in a toast outlives its list: another user may have signed in.
  if (knownUser()?.id !== userId) return false;
  showAsLiked(app, mode === 'cast');
  try {
    await callRepeatable(castVote, { body: { appId: app.id, voteType: 'up', mode, userId } });
    return true;
  } catch (error) {
    if (isSessionChanged(error)) {
      void refreshSession();
      return false;
    }
    showAsLiked(app, mode !== 'cast');
    const text = t`Your list is as it was.`;
    notifyError(error, { action: 'vote', data: { appId: app.id }, title: t`Connection Issue`, text });
    return false;
  } finally {
    settleLike(app.id);
    markVoted();
  }
}
