import { Refusal } from './refusal.ts';

/** Refuses with `session_changed` what somebody else sent than whose session it came with. */
export function refuseForeign(sent: { userId?: string | undefined }, userId: string): void {
  if (sent.userId !== undefined && sent.userId !== userId) throw new Refusal('session_changed');
}
