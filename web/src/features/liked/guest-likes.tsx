import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { ButtonLink } from '../../components/ui/button-link.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { loginAddress } from '../../lib/return-to.ts';
import { useSavedLikes } from '../../lib/pending/saved-likes.ts';
import { LikedSkeleton } from './liked-skeleton.tsx';
import { SavedLikesList } from './saved-likes-list.tsx';

function Prompt() {
  return (
    <EmptyState
      title={t`Sign Up to Like Apps`}
      text={t`Create an account to keep the apps you love in one place.`}
    >
      <ButtonLink href={loginAddress('/liked')}>{t`Sign Up Now`}</ButtonLink>
    </EmptyState>
  );
}

/** Likes that this device saved for a guest, with an invitation to sign up. */
export function GuestLikes({ userId }: { userId: string }) {
  const appIds = useSavedLikes(userId);
  // The list stays when its last card leaves, because Undo restores that card.
  const [hadLikes] = useState(appIds.length > 0);
  if (hadLikes) {
    return (
      <>
        <SavedLikesList userId={userId} appIds={appIds} />
        <div className="card mx-auto max-w-sm">
          <Prompt />
        </div>
      </>
    );
  }
  return (
    <div className="relative">
      <div inert className="opacity-30">
        <LikedSkeleton still />
      </div>
      <div className="absolute inset-0 grid place-items-start justify-center pt-6">
        <div className="card max-w-sm">
          <Prompt />
        </div>
      </div>
    </div>
  );
}
