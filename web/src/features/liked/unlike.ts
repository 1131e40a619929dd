import { t } from '@lingui/core/macro';
import type { LikedApp } from '@zapdeck/contract/apps/apps';
import { toast } from '../../lib/toasts.ts';
import { setVote } from '../../lib/pending/votes.ts';

/** Removes the user's like, at once in the list, and offers to undo it. */
export async function unlike(app: LikedApp, userId: string): Promise<void> {
  if (!(await setVote(userId, app, 'up', null))) return;
  toast({
    title: t`Vote Removed`,
    description: t`You no longer like ${app.title}`,
    action: { label: t`Undo`, onClick: () => void setVote(userId, app, null, 'up') },
  });
}
