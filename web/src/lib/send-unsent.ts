import { sendUnsentHidden } from './hidden.ts';
import { sendUnsentTaste } from './taste.ts';

/** Sends what the user changed without a connection: what is hidden, and what the deck `for-you` deals less. */
export async function sendUnsent(userId: string): Promise<void> {
  await Promise.all([sendUnsentHidden(userId), sendUnsentTaste(userId)]);
}
