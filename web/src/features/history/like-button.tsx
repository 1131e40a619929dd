import { t } from '@lingui/core/macro';
import type { App } from '@zapdeck/contract/apps/apps';
import ThumbsUp from 'lucide-react/icons/thumbs-up';
import { IconButton } from '../../components/ui/icon-button.tsx';
import { toast } from '../../lib/toasts.ts';
import { isVotePending, setVote } from '../../lib/pending/votes.ts';

const TOAST_MS = 1_500;

/** Likes an app, or removes the like. The list shows it at once. */
export function LikeButton({ app, userId }: { app: App; userId: string }) {
  const { title, userVote } = app;
  const before = userVote?.voteType ?? null;
  const isLiked = before === 'up';
  const toggle = async () => {
    if (isVotePending(app.id) || !(await setVote(userId, app, before, isLiked ? null : 'up'))) return;
    toast({
      title: isLiked ? t`Vote Removed` : t`Vote Recorded`,
      description: isLiked ? t`You no longer like ${title}` : t`You liked ${title}`,
      durationMs: TOAST_MS,
    });
  };
  return (
    <IconButton
      label={t`Like ${title}`}
      aria-pressed={isLiked}
      className={`border border-line bg-surface ${isLiked ? 'text-up-ink' : ''}`}
      onClick={() => void toggle()}
    >
      <ThumbsUp size={20} className={isLiked ? 'fill-current' : ''} aria-hidden="true" />
    </IconButton>
  );
}
