import { PASSWORD_MIN_STRICT, type PasswordPolicy, policyFor } from '@zapdeck/contract/auth';
import { Refusal } from '../../http/refusal.ts';

const COMMONEST = 3_000;

let commonest: Promise<ReadonlySet<string>> | undefined;

/** The list is read when the first password has to stand up to it: most servers never need it. */
function commonestPasswords(): Promise<ReadonlySet<string>> {
  commonest ??= import('@zxcvbn-ts/language-common').then(
    // The package has them by how often they were found, the commonest first.
    ({ dictionary }) => new Set(dictionary['passwords-common'].slice(0, COMMONEST)),
  );
  return commonest;
}

/** What the strict rule has against a password, as a sentence; null when nothing. */
export async function weaknessOf(password: string): Promise<string | null> {
  if (password.length < PASSWORD_MIN_STRICT)
    return `Password must be at least ${PASSWORD_MIN_STRICT} characters`;
  const isCommon = (await commonestPasswords()).has(password.toLowerCase());
  return isCommon ? 'This password is one of the first that anybody would guess' : null;
}

/** Refuses with `invalid_input` a new password that the rule does not allow; admins are always held to the strict one. */
export async function requireStrongPassword(
  password: string,
  policy: PasswordPolicy,
  owner: { isAdmin: boolean },
): Promise<void> {
  if (policyFor(policy, owner) === 'basic') return;
  const weakness = await weaknessOf(password);
  if (weakness !== null) throw new Refusal('invalid_input', { fields: { password: weakness } });
}
