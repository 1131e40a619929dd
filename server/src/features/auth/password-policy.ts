import { PASSWORD_MIN_STRICT, policyFor } from '@zapdeck/contract/sign-in/auth';
import type { Role } from '@zapdeck/contract/accounts/roles';
import { message } from '@zapdeck/contract/wire/message';
import { SOFTWARE_NAME } from '@zapdeck/contract/instance/software-name';
import type { UserRow } from '../../db/schema/users.table.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../http/refusal.ts';

const COMMONEST = 3_000;
const TOO_SHORT = message('Password must be at least {min} characters', { min: PASSWORD_MIN_STRICT });
const GUESSABLE = message('This password is easy to guess');
/** The instance's name and the owner's names and email are added. docs/security.md lists them. */
const WORDS_OF_SITE = [SOFTWARE_NAME, 'administrator', 'admin', 'moderator', 'member', 'password'];
/** Shorter names would reject too many passwords. */
const WORD_MIN = 3;

let common: Promise<readonly string[]> | undefined;
let commonest: Promise<ReadonlySet<string>> | undefined;

/** Passwords from breaches, most common first. Loaded on demand, because most servers never need them. */
function commonPasswords(): Promise<readonly string[]> {
  common ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => dictionary['passwords-common']);
  return common;
}

/** Returns why an existing password is weak, or null. New passwords have stricter rules. */
export async function findPasswordWeakness(password: string): Promise<string | null> {
  if (password.length < PASSWORD_MIN_STRICT) return TOO_SHORT;
  commonest ??= commonPasswords().then((all) => new Set(all.slice(0, COMMONEST)));
  return (await commonest).has(password.toLowerCase()) ? GUESSABLE : null;
}

const plainLettersOf = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{M}]/gu, '');

function consistsOf(password: string, words: readonly (string | null)[]): boolean {
  const letters = plainLettersOf(password);
  const known = words.map((word) => plainLettersOf(word ?? '')).filter((word) => word.length >= WORD_MIN);
  const longestFirst = known.sort((a, b) => b.length - a.length);
  return letters !== '' && longestFirst.reduce((rest, word) => rest.replaceAll(word, ''), letters) === '';
}

type PasswordOwner = { role: Role } & Pick<UserRow, 'email' | 'firstName' | 'lastName'>;

/** Rejects weak passwords with `invalid_input`. Admins and moderators need a strong one. */
export async function requireStrongPassword(
  { config, instance }: Pick<Deps, 'config' | 'instance'>,
  password: string,
  owner: PasswordOwner,
): Promise<void> {
  if (policyFor(config.passwordPolicy, owner) === 'basic') return;
  const { email, firstName, lastName } = owner;
  const words = [...WORDS_OF_SITE, instance().name, email?.split('@', 1)[0] ?? null, firstName, lastName];
  const isGuessable = async () =>
    consistsOf(password, words) || (await commonPasswords()).includes(password.toLowerCase());
  const weakness = (await findPasswordWeakness(password)) ?? ((await isGuessable()) ? GUESSABLE : null);
  if (weakness !== null) throw new Refusal('invalid_input', { fields: { password: weakness } });
}
