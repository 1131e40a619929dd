import { Refusal } from './refusal.ts';

export function refuseForeign(sent: { userId?: string | undefined }, userId: string): void {
  if (sent.userId !== undefined && sent.userId !== userId) throw new Refusal('session_changed');
}
