import { Refusal } from '../http/refusal.ts';

/** Throws `session_changed` if the request names another user than the one who is signed in. */
export function refuseForeign(sent: { userId?: string | undefined }, userId: string): void {
  if (sent.userId !== undefined && sent.userId !== userId) throw new Refusal('session_changed');
}
