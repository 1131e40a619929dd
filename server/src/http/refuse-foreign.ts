import { Refusal } from './refusal.ts';

/** Rejects with `session_changed` if the request names another user than its session. */
export function refuseForeign(sent: { userId?: string | undefined }, userId: string): void {
  if (sent.userId !== undefined && sent.userId !== userId) throw new Refusal('session_changed');
}
