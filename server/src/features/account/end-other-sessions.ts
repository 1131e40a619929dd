import type { Db } from '../../db/client.ts';
import { Refusal } from '../../http/refusal.ts';
import { recordSecurityEvent } from '../../accounts/security-events.ts';
import { type Browser, lockUser, leaveOneOf, startSession } from '../../accounts/session-changes.ts';

export async function endOtherSessions(db: Db, userId: string, browser: Browser): Promise<void> {
  await startSession(db, browser, async (tx) => {
    const user = await lockUser(tx, userId);
    if (!user) throw new Refusal('unauthorized');
    const ended = await leaveOneOf(tx, userId, browser.sid);
    const { reply, now } = browser;
    const event = { userId, event: 'sessions_ended', details: { sessions: ended } } as const;
    await recordSecurityEvent(tx, { ...event, request: reply.request, now });
    return user;
  });
}
