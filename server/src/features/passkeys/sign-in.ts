import type { Assertion } from '@zapdeck/contract/passkeys';
import type { Db } from '../../db/client.ts';
import type { UserRow } from '../../db/schema/users.table.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../http/refusal.ts';
import { type Browser, lockUser, startSession } from '../../http/session-changes.ts';
import { countUse, verifyUse } from './use-passkey.ts';

/** Ends the previous session of the browser. Rejects as `verifyUse` and `countUse` do, and with `suspended`. */
export async function signIn(
  db: Db,
  { config }: Pick<Deps, 'config'>,
  answer: Assertion,
  browser: Browser,
): Promise<UserRow> {
  const { now } = browser;
  // The passkey names the account, and a device reports whose it is. An answer without that was made for another purpose.
  if (!answer.response.userHandle) throw new Refusal('passkey_refused');
  const use = await verifyUse(db, config.publicUrl, answer, { purpose: 'sign_in', sid: null, now });
  // The device has verified its user, so the passkey is both factors.
  const proof = { provedAt: now, hasFactor: true };
  return startSession(db, { ...browser, proof }, async (tx) => {
    const user = await lockUser(tx, use.passkey.userId);
    if (!user) throw new Refusal('passkey_unknown');
    await countUse(tx, use, now);
    return user;
  });
}
