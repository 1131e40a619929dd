import { sendHidden } from './hidden.ts';
import { sendTaste } from './taste.ts';
import { sendVotes } from './votes.ts';

/** Sends all waiting changes of the user. Likes of a guest stay on the device. */
export async function sendPending(userId: string, isGuest: boolean): Promise<void> {
  await Promise.all([sendHidden(userId), ...(isGuest ? [] : [sendTaste(userId), sendVotes(userId)])]);
}
