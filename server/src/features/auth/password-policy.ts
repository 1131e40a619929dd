import { PASSWORD_MIN_STRICT, type PasswordPolicy, policyFor } from '@zapdeck/contract/auth';
import type { Role } from '@zapdeck/contract/roles';
import { message } from '@zapdeck/contract/message';
import { Refusal } from '../../http/refusal.ts';

const COMMONEST = 3_000;
const TOO_SHORT = message('Password must be at least {min} characters', { min: PASSWORD_MIN_STRICT });

let commonest: Promise<ReadonlySet<string>> | undefined;

/** Loaded on first use, because most servers never need it. */
function commonestPasswords(): Promise<ReadonlySet<string>> {
  commonest ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'].slice(0, COMMONEST)),
  );
  return commonest;
}

export async function findPasswordWeakness(password: string): Promise<string | null> {
  if (password.length < PASSWORD_MIN_STRICT) return TOO_SHORT;
  const isCommon = (await commonestPasswords()).has(password.toLowerCase());
  return isCommon ? message('This password is easy to guess') : null;
}

/** Rejects with `invalid_input`. Admins and moderators need a strong password. */
export async function requireStrongPassword(
  password: string,
  policy: PasswordPolicy,
  owner: { role: Role },
): Promise<void> {
  if (policyFor(policy, owner) === 'basic') return;
  const weakness = await findPasswordWeakness(password);
  if (weakness !== null) throw new Refusal('invalid_input', { fields: { password: weakness } });
}
