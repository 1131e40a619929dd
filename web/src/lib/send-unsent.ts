import { sendUnsentHidden } from './hidden.ts';
import { sendUnsentTaste } from './taste.ts';

/** Sends the changes of hidden items and of the taste that wait for a connection. */
export async function sendUnsent(userId: string): Promise<void> {
  await Promise.all([sendUnsentHidden(userId), sendUnsentTaste(userId)]);
}
