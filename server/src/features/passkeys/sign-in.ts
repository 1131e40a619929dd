import type { Assertion } from '@zapdeck/contract/sign-in/passkeys';
import type { Db } from '../../db/client.ts';
import type { UserRow } from '../../db/schema/users.table.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../http/refusal.ts';
import { recordFailure } from '../../accounts/security-events.ts';
import { type Browser, lockUser, startSession } from '../../accounts/session-changes.ts';
import { recordSignIn } from '../auth/record-sign-in.ts';
import { alarmIfCopied, countUse, type PasskeyUse, verifySignIn } from './use-passkey.ts';

type SignInDeps = Pick<Deps, 'db' | 'config' | 'secretKey' | 'jobs' | 'cookie' | 'background'>;

/** The device has verified its user, so the passkey is both factors. */
function startWith(db: Db, deps: SignInDeps, use: PasskeyUse, browser: Browser): Promise<UserRow> {
  const { now, reply } = browser;
  const proof = { provedAt: now, hasFactor: true };
  return startSession(db, { ...browser, proof }, async (tx) => {
    const user = await lockUser(tx, use.passkey.userId);
    if (!user) throw new Refusal('passkey_unknown');
    await countUse(tx, use, now);
    await recordSignIn(tx, deps, { user, way: 'passkey', request: reply.request, now });
    return user;
  });
}

/** Ends the previous session of the browser. Rejects as `verifySignIn` and `countUse` do, and with `suspended`. */
export async function signIn(
  db: Db,
  deps: SignInDeps,
  answer: Assertion,
  browser: Browser,
): Promise<UserRow> {
  const { now, reply } = browser;
  // Without an email, the passkey names the account. An answer that does not was made for another purpose.
  if (!answer.response.userHandle) throw new Refusal('passkey_refused');
  const use = await verifySignIn(db, deps, answer, now);
  const used = { userId: use.passkey.userId, request: reply.request, now };
  try {
    return await alarmIfCopied(deps, used, () => startWith(db, deps, use, browser));
  } catch (error) {
    if (error instanceof Refusal && error.code === 'suspended')
      recordFailure(deps, { ...used, event: 'sign_in_failed' });
    throw error;
  }
}
