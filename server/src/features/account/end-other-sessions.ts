import type { Db } from '../../db/client.ts';
import { Refusal } from '../../http/refusal.ts';
import { type Browser, lockUser, leaveOneOf, startSession } from '../../http/session-changes.ts';

export async function endOtherSessions(db: Db, userId: string, browser: Browser): Promise<void> {
  await startSession(db, browser, async (tx) => {
    const user = await lockUser(tx, userId);
    if (!user) throw new Refusal('unauthorized');
    await leaveOneOf(tx, userId, browser.sid);
    return user;
  });
}
