import ThumbsUp from 'lucide-react/icons/thumbs-up';
import { formatCounted } from '../../lib/numbers.ts';
import { savedLikes } from '../../lib/saved-likes.ts';

const likes = (count: number) => `Your ${formatCounted(count, 'like')} ${count === 1 ? 'is' : 'are'}`;

/** Says after sign-up or login how many likes of the guest the account has now. */
export const likesSaved = (count: number) => `${likes(count)} saved.`;

/** Returns how many likes this device saved for the guest; none for a visitor. */
const countSavedLikes = (guestId: string | undefined) =>
  guestId === undefined ? 0 : savedLikes(guestId).length;

/** Casts the saved likes of a guest as votes of the account; returns how many were accepted. */
export async function keepLikes(guestId: string | undefined, userId: string): Promise<number> {
  if (guestId === undefined || countSavedLikes(guestId) === 0) return 0;
  const { castSavedLikes } = await import('../../lib/cast-saved-likes.ts');
  return castSavedLikes(guestId, userId);
}

/** Names the likes of a guest that become votes of the account; nothing if there are none. */
export function KeptLikes({ guestId, by }: { guestId: string | undefined; by: string }) {
  const count = countSavedLikes(guestId);
  if (count === 0) return null;
  return (
    <p className="flex items-center gap-3 rounded-field bg-up-soft px-4 py-3 text-sm text-up-ink">
      <ThumbsUp size={19} aria-hidden="true" className="shrink-0" />
      <span>{`${likes(count)} on this device. ${by} keeps ${count === 1 ? 'it' : 'them'}.`}</span>
    </p>
  );
}
