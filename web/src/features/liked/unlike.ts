import { t } from '@lingui/core/macro';
import type { LikedApp } from '@zapdeck/contract/apps';
import { castVote, type VoteMode } from '@zapdeck/contract/votes';
import { toast } from '../../components/ui/toast.tsx';
import { isSomebodyElse } from '../../lib/call.ts';
import { callRepeatable } from '../../lib/idempotency.ts';
import { likedAppsKey, settleLike, showAsLiked } from '../../lib/liked-apps.ts';
import { queryClient } from '../../lib/query-client.ts';
import { knownUser, refreshSession } from '../../lib/session.ts';
import { notifyError } from '../../lib/notify-error.ts';

async function cast(app: LikedApp, userId: string, mode: VoteMode): Promise<boolean> {
  // The toast outlives the list: by now it may be another's.
  if (knownUser()?.id !== userId) return false;
  showAsLiked(app, mode === 'cast');
  try {
    await callRepeatable(castVote, { body: { appId: app.id, voteType: 'up', mode, userId } });
    return true;
  } catch (error) {
    if (isSomebodyElse(error)) {
      void refreshSession();
      return false;
    }
    showAsLiked(app, mode !== 'cast');
    const text = t`Your list is as it was.`;
    notifyError(error, { action: 'vote', data: { appId: app.id }, title: t`Connection Issue`, text });
    return false;
  } finally {
    settleLike(app.id);
    void queryClient.invalidateQueries({ queryKey: likedAppsKey });
  }
}

/** Takes this person's like back, at once in the list, and offers to give it again. */
export async function unlike(app: LikedApp, userId: string): Promise<void> {
  if (!(await cast(app, userId, 'retract'))) return;
  toast({
    title: t`Vote Removed`,
    description: t`You no longer like ${app.title}`,
    action: { label: t`Undo`, onClick: () => void cast(app, userId, 'cast') },
  });
}
