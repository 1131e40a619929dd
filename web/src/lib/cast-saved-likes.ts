import { castVote } from '@zapdeck/contract/votes';
import { callRepeatable, mayBeSentLater } from './idempotency.ts';
import { removeSavedLike, savedLikes } from './saved-likes.ts';

const AT_ONCE = 4;

/**
 * Casts the likes that this device saved for a guest who has just signed up, and returns how many the server took. Likes
 * of apps that left the deck are dropped. After a failure that may pass, the rest stays and the feed sends it later.
 */
export async function castSavedLikes(userId: string): Promise<number> {
  const waiting = savedLikes(userId);
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
