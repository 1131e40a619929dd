import { castVote } from '@zapdeck/contract/votes';
import { callRepeatable, mayBeSentLater } from './idempotency.ts';
import { removeSavedLike, savedLikes, saveLike } from './saved-likes.ts';

const AT_ONCE = 4;

/** Moves the likes to the outbox of the user, from where the feed sends those that this page does not. */
function moveLikes(guestId: string, userId: string): void {
  if (guestId === userId) return;
  for (const like of savedLikes(guestId)) {
    saveLike(userId, like);
    removeSavedLike(guestId, like.appId);
  }
}

/**
 * Casts the likes that this device saved for a guest as votes of the account that the guest now uses, and returns how many
 * the server accepted. Drops likes of apps that left the deck. After a failure that may pass, the feed sends the rest later.
 */
export async function castSavedLikes(guestId: string, userId: string): Promise<number> {
  const waiting = savedLikes(guestId);
  moveLikes(guestId, userId);
  let count = 0;
  const castEach = async () => {
    for (let like = waiting.shift(); like; like = waiting.shift()) {
      try {
        await callRepeatable(castVote, { body: { appId: like.appId, voteType: 'up', mode: 'cast', userId } });
        count += 1;
      } catch (error) {
        if (mayBeSentLater(error)) {
          waiting.length = 0;
          return;
        }
      }
      removeSavedLike(userId, like.appId);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, castEach));
  return count;
}
