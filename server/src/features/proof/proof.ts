import type { prove as proveRoute, waysToProve } from '@zapdeck/contract/proof';
import { message } from '@zapdeck/contract/message';
import type { BodyOf, ResponseOf } from '@zapdeck/contract/route';
import type { Db } from '../../db/client.ts';
import type { UserRow } from '../../db/schema/users.table.ts';
import { Refusal } from '../../http/refusal.ts';
import type { Proof } from '../../http/session.ts';
import { storeProof } from '../../http/session-changes.ts';
import { linkedProvidersOf } from '../account/account-status.ts';
import type { PasswordHasher } from '../auth/passwords.ts';

/** An account with a second factor proves with it: who knows the password alone may be someone else. */
export function readWaysToProve(user: UserRow): ResponseOf<typeof waysToProve> {
  const hasUsablePassword = user.passwordHash !== null && !user.hasFactor;
  return {
    ways: hasUsablePassword ? ['password'] : [],
    providers: user.hasFactor ? [] : linkedProvidersOf(user),
  };
}

interface Proving {
  user: UserRow;
  sid: string;
  body: BodyOf<typeof proveRoute>;
  proof: Proof;
  now: Date;
}

/** Checks and stores a proof. Rejects with `wrong_password`, and with `proof_not_possible` if the account has another way. */
export async function prove(
  db: Db,
  passwords: PasswordHasher,
  { user, sid, body, proof, now }: Proving,
): Promise<void> {
  if (!readWaysToProve(user).ways.includes('password')) throw new Refusal('proof_not_possible');
  if (!(await passwords.verify(user.passwordHash, body.password))) {
    throw new Refusal('wrong_password', { fields: { password: message('That password is incorrect.') } });
  }
  await storeProof(db, sid, { ...proof, provedAt: now });
}
