import { plural } from '@lingui/core/macro';
import ThumbsUp from 'lucide-react/icons/thumbs-up';
import { savedLikes } from '../../lib/pending/saved-likes.ts';

/** Returns how many likes of the guest the account has now. */
export const likesInWords = (count: number) =>
  plural(count, { one: 'Your # like is saved.', other: 'Your # likes are saved.' });

const countSavedLikes = (guestId: string | undefined) =>
  guestId === undefined ? 0 : savedLikes(guestId).length;

/** Casts a guest's saved likes as votes of the account. Returns how many were accepted. */
export async function castLikes(guestId: string | undefined, userId: string): Promise<number> {
  if (guestId === undefined || countSavedLikes(guestId) === 0) return 0;
  const { castSavedLikes } = await import('../../lib/pending/votes.ts');
  return castSavedLikes(guestId, userId);
}

interface Props {
  guestId: string | undefined;
  way: 'sign-up' | 'sign-in';
}

/** Says how many saved likes will become votes of the account. Empty if there are none. */
export function SavedLikesNote({ guestId, way }: Props) {
  const count = countSavedLikes(guestId);
  if (count === 0) return null;
  return (
    <p className="flex items-center gap-3 rounded-field bg-up-soft px-4 py-3 text-sm text-up-ink">
      <ThumbsUp size={19} aria-hidden="true" className="shrink-0" />
      <span>
        {way === 'sign-up'
          ? plural(count, {
              one: '# like saved on this device. Sign up to keep it.',
              other: '# likes saved on this device. Sign up to keep them.',
            })
          : plural(count, {
              one: '# like saved on this device. Sign in to keep it.',
              other: '# likes saved on this device. Sign in to keep them.',
            })}
      </span>
    </p>
  );
}
