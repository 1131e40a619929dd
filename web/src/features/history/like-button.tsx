import { t } from '@lingui/core/macro';
import { useMutation } from '@tanstack/react-query';
import type { App } from '@zapdeck/contract/apps';
import ThumbsUp from 'lucide-react/icons/thumbs-up';
import { IconButton } from '../../components/ui/icon-button.tsx';
import { toast } from '../../components/ui/toast.tsx';
import { castLike } from '../../lib/cast-like.ts';
import { showVote } from './history-query.ts';

const TOAST_MS = 1_500;

/** Likes an app, or removes the like. The list shows it at once. */
export function LikeButton({ app, userId }: { app: App; userId: string }) {
  const { title, userVote } = app;
  const before = userVote?.voteType ?? null;
  const isLiked = before === 'up';
  const { mutate, isPending } = useMutation({
    mutationFn: (likes: boolean) => castLike(app, userId, likes ? 'cast' : 'retract'),
    onMutate: async (likes) => {
      await showVote(app, userId, likes ? 'up' : null);
      return { before };
    },
    onSuccess: async (isStored, likes, shown) => {
      if (!isStored) return showVote(app, userId, shown.before);
      toast({
        title: likes ? t`Vote Recorded` : t`Vote Removed`,
        description: likes ? t`You liked ${title}` : t`You no longer like ${title}`,
        durationMs: TOAST_MS,
      });
    },
  });
  return (
    <IconButton
      label={t`Like ${title}`}
      aria-pressed={isLiked}
      className={`border border-line bg-surface ${isLiked ? 'text-up-ink' : ''}`}
      onClick={() => {
        if (!isPending) mutate(!isLiked);
      }}
    >
      <ThumbsUp size={20} className={isLiked ? 'fill-current' : ''} aria-hidden="true" />
    </IconButton>
  );
}
