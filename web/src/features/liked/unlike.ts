import type { LikedApp } from '@zapdeck/contract/apps';
import { castVote, type VoteMode } from '@zapdeck/contract/votes';
import { toast } from '../../components/ui/toast.tsx';
import { callRepeatable } from '../../lib/idempotency.ts';
import { likedAppsKey, settleLike, showAsLiked } from '../../lib/liked-apps.ts';
import { queryClient } from '../../lib/query-client.ts';
import { tellFailure } from '../../lib/tell-failure.ts';

async function cast(app: LikedApp, mode: VoteMode): Promise<boolean> {
  showAsLiked(app, mode === 'cast');
  try {
    await callRepeatable(castVote, { body: { appId: app.id, voteType: 'up', mode } });
    return true;
  } catch (error) {
    showAsLiked(app, mode !== 'cast');
    const text = 'Your list is as it was.';
    tellFailure(error, { action: 'vote', data: { appId: app.id }, title: 'Connection Issue', text });
    return false;
  } finally {
    settleLike(app.id);
    void queryClient.invalidateQueries({ queryKey: likedAppsKey });
  }
}

/** Takes the like back, at once in the list, and offers to give it again. */
export async function unlike(app: LikedApp): Promise<void> {
  if (!(await cast(app, 'retract'))) return;
  toast({
    title: 'Vote Removed',
    description: `You no longer like ${app.title}`,
    action: { label: 'Undo', onClick: () => void cast(app, 'cast') },
  });
}
