import type { Assertion } from '@zapdeck/contract/sign-in/passkeys';
import type { prove as proveRoute, waysToProve } from '@zapdeck/contract/sign-in/proof';
import type { BodyOf, ResponseOf } from '@zapdeck/contract/wire/route';
import type { Db } from '../../db/client.ts';
import type { UserRow } from '../../db/schema/users.table.ts';
import type { Deps } from '../../deps.ts';
import { inTransaction } from '../../db/transaction.ts';
import { lockMember } from '../../accounts/locks.ts';
import { Refusal } from '../../http/refusal.ts';
import type { Client } from '../../accounts/security-events.ts';
import { storeProof } from '../../accounts/session-changes.ts';
import { guesserIn, requireOwnPassword } from '../auth/guesses.ts';
import { countOwnerCode, redeemOwnerCode, WRONG_CODE } from '../auth/owner-code.ts';
import { linkedProvidersOf } from '../identities/linked-identities.ts';
import { usableFactorsOf } from '../passkeys/own-passkeys.ts';
import { alarmIfCopied, countUse, verifyProof } from '../passkeys/use-passkey.ts';

type ProofDeps = Pick<
  Deps,
  'config' | 'db' | 'background' | 'passwords' | 'secretKey' | 'rateLimits' | 'jobs'
>;

/** Returns the ways to prove the identity: the second factor if there is one, because others may know the password. */
export async function readWaysToProve(
  db: Db,
  deps: Pick<Deps, 'config' | 'secretKey'>,
  user: UserRow,
): Promise<Omit<ResponseOf<typeof waysToProve>, 'isProved'>> {
  if (!user.hasFactor)
    return { ways: user.passwordHash === null ? [] : ['password'], providers: linkedProvidersOf(user) };
  return { ways: await usableFactorsOf(db, deps, user.id), providers: [] };
}

interface Proving {
  user: UserRow;
  sid: string;
  sessionId: string | undefined;
  body: BodyOf<typeof proveRoute>;
  request: Client;
  now: Date;
}

async function proveWithPasskey(
  db: Db,
  deps: ProofDeps,
  { user, sid, passkey, request, now }: Omit<Proving, 'body' | 'sessionId'> & { passkey: Assertion },
): Promise<void> {
  const use = await verifyProof(db, deps.config, passkey, { purpose: 'prove', sid, now });
  if (use.passkey.userId !== user.id) throw new Refusal('passkey_refused');
  await alarmIfCopied(deps, { userId: user.id, request, now }, () =>
    inTransaction(db, async (tx) => {
      await lockMember(tx, user.id, 'share');
      await countUse(tx, use, now);
      await storeProof(tx, sid, { provedAt: now, hasFactor: true });
    }),
  );
}

async function proveWithCode(
  db: Db,
  deps: ProofDeps,
  { user, sid, sessionId, code, request, now }: Omit<Proving, 'body'> & { code: string },
): Promise<void> {
  const attempt = await countOwnerCode(deps, { user, code, guesser: guesserIn(sessionId), now });
  await inTransaction(db, async (tx) => {
    await lockMember(tx, user.id, 'share');
    if (!(await redeemOwnerCode(tx, deps, { userId: user.id, code, request, now })))
      throw attempt.fail(new Refusal('wrong_code', { fields: { code: WRONG_CODE } }));
    await storeProof(tx, sid, { provedAt: now, hasFactor: true });
  });
  await attempt.succeed();
}

/** Checks and stores a proof. Rejects with `wrong_password`, `wrong_code`, 429, `proof_not_possible`, or like a passkey. */
export async function prove(
  db: Db,
  deps: ProofDeps,
  { user, sid, sessionId, body, request, now }: Proving,
): Promise<void> {
  const { ways } = await readWaysToProve(db, deps, user);
  const { password, passkey, code } = body;
  if (passkey !== undefined && ways.includes('passkey'))
    return proveWithPasskey(db, deps, { user, sid, passkey, request, now });
  if (code !== undefined && ways.includes('code'))
    return proveWithCode(db, deps, { user, sid, sessionId, code, request, now });
  if (password === undefined || !ways.includes('password')) throw new Refusal('proof_not_possible');
  await requireOwnPassword(deps, {
    passwordHash: user.passwordHash,
    password,
    sessionId,
    field: 'password',
  });
  await storeProof(db, sid, { provedAt: now });
}
