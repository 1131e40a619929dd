import type { Db } from '../../db/client.ts';
import { inTransaction } from '../../db/transaction.ts';
import { Refusal } from '../../http/refusal.ts';
import { recordSecurityEvent } from '../../accounts/security-events.ts';
import { endSessionsOf } from '../../accounts/session-changes.ts';
import { recordAction } from '../audit-log/audit-log.ts';
import { lockPerson, type ModeratorId } from './lock-person.ts';
import { readPerson } from './read-person.ts';

export async function endPersonSessions(
  db: Db,
  { id, moderatorId, now }: { id: string; moderatorId: ModeratorId; now: Date },
): Promise<number> {
  return inTransaction(db, async (tx) => {
    const person = await lockPerson(tx, moderatorId, id);
    if (person.id === moderatorId) throw new Refusal('own_account');
    const { sessions: ended } = await readPerson(tx, person.id, now);
    await endSessionsOf(tx, person.id);
    const details = { by: 'admin', sessions: ended } as const;
    await recordSecurityEvent(tx, { userId: person.id, event: 'sessions_ended', details, now });
    const stamp = { actorId: moderatorId, now };
    await recordAction(tx, stamp, {
      action: 'user.sessions_ended',
      targetId: person.id,
      before: { sessions: ended },
      after: { sessions: 0 },
    });
    return ended;
  });
}
