import type { CurrentUser, LoginForm } from '@zapdeck/contract/sign-in/auth';
import type { Instance } from '@zapdeck/contract/instance/instance';
import { picturePath } from '@zapdeck/contract/pictures/picture-paths';
import { canModerate } from '@zapdeck/contract/accounts/roles';
import type { SignupForm } from '@zapdeck/contract/sign-in/signup';
import { and, eq } from 'drizzle-orm';
import { newId } from '../../db/columns.ts';
import { type Db, one } from '../../db/client.ts';
import { isUniqueViolation } from '../../db/constraints.ts';
import type { Deps } from '../../deps.ts';
import { approvalOf, isSuspended, refuseSuspended, termsToAccept } from '../../accounts/account-state.ts';
import { languageToKeep } from '../../http/language.ts';
import { refuseOperatorNames } from '../../accounts/person-name.ts';
import { consumeForNetwork } from '../../http/rate-limit.ts';
import { Refusal } from '../../http/refusal.ts';
import { type SessionUser, withholdRole } from '../../accounts/session.ts';
import { type Browser, lockUser, startSession } from '../../accounts/session-changes.ts';
import { isLanguage } from '../../languages/shown-language.ts';
import { join, type NewRights, requireGuests } from '../registration/join.ts';
import { invitationHashOf } from '../registration/invitations.ts';
import { emailTaken } from '../registration/reserved-emails.ts';
import { storeAnswer } from '../registration/own-application.ts';
import { recordFailure, recordSecurityEvent } from '../../accounts/security-events.ts';
import { accountMails } from './account-mails.ts';
import { type UserRow, users } from '../../db/schema/users.table.ts';
import { requireStrongPassword, findPasswordWeakness } from './password-policy.ts';
import type { PasswordHasher } from '../../accounts/passwords.ts';
import { askForCode } from './owner-code.ts';
import { recordSignIn } from './record-sign-in.ts';
import type { SignInAttempt } from './sign-in-limits.ts';

/** Returns the path of the profile picture. Clients never get the provider's URL. */
export function profilePicturePath({ picture }: Pick<UserRow, 'picture'>): string | null {
  return picture && picturePath(picture, 160);
}

export function presentCurrentUser(user: SessionUser, instance: Instance): CurrentUser {
  return {
    id: user.id,
    email: user.email,
    firstName: user.firstName,
    lastName: user.lastName,
    profileImageUrl: profilePicturePath(user),
    profileImage: null,
    picture: null,
    authProvider: user.authProvider,
    role: user.role,
    isAdmin: user.isAdmin,
    givenRole: user.givenRole,
    lacksClaimedRole: user.lacksClaimedRole ?? false,
    isGuest: user.isGuest,
    zapCount: user.zapCount,
    language: isLanguage(user.language) ? user.language : null,
    termsToAccept: termsToAccept(user, instance),
    approval: approvalOf(user),
    missingFactor: user.missingFactor ?? null,
    createdAt: user.createdAt.toISOString(),
  };
}

/** Takes the same time without a user. Rejects with `wrong_credentials` or `weak_admin_password`. */
async function authenticate(
  db: Db,
  passwords: PasswordHasher,
  user: UserRow | undefined,
  form: LoginForm,
): Promise<UserRow> {
  const fits = await passwords.verify(user?.passwordHash ?? null, form.password);
  if (!user || !fits) throw new Refusal('wrong_credentials');
  if (canModerate(user) && (await findPasswordWeakness(form.password)) !== null)
    throw new Refusal('weak_admin_password');
  if (user.passwordHash !== null && passwords.needsRehash(user.passwordHash)) {
    const passwordHash = await passwords.hash(form.password);
    // The condition keeps a password that was changed concurrently.
    const [rehashed] = await db
      .update(users)
      .set({ passwordHash })
      .where(and(eq(users.id, user.id), eq(users.passwordHash, user.passwordHash)))
      .returning();
    return rehashed ?? user;
  }
  return user;
}

const loginFailures: ReadonlySet<string> = new Set(['wrong_credentials', 'weak_admin_password', 'suspended']);

/** A sign-in that only lacks a code has not failed yet. */
function isFailure(error: unknown, { code }: LoginForm): boolean {
  if (!(error instanceof Refusal)) return false;
  return loginFailures.has(error.code) || (error.code === 'code_needed' && code !== undefined);
}

interface PasswordSignIn {
  form: LoginForm;
  browser: Browser;
  attempt: SignInAttempt;
}

/** Starts a session. Rejects with `wrong_credentials`, `code_needed`, `weak_admin_password` or `suspended`. */
export async function logIn(
  db: Db,
  deps: Pick<
    Deps,
    'db' | 'passwords' | 'secretKey' | 'rateLimits' | 'jobs' | 'instance' | 'cookie' | 'background'
  >,
  { form, browser, attempt }: PasswordSignIn,
): Promise<SessionUser> {
  const { now, reply } = browser;
  const { request } = reply;
  const [known] = await db.select().from(users).where(eq(users.email, form.email));
  try {
    const user = await authenticate(db, deps.passwords, known, form);
    const code = await askForCode(db, deps, { user, form, attempt, request, now });
    const proof = { provedAt: now, hasFactor: code !== null };
    const signedIn = await startSession(db, { ...browser, proof }, async (tx) => {
      const locked = await lockUser(tx, user.id);
      // A concurrent change of password or role ends all sessions, so it must prevent this one.
      const isSame = locked?.passwordHash === user.passwordHash && locked?.role === user.role;
      if (!locked || !isSame) throw new Refusal('wrong_credentials');
      await code?.use(tx);
      await recordSignIn(tx, deps, { user: locked, way: 'password', request, now });
      return locked;
    });
    await Promise.all([attempt.succeed(), code?.succeed()]);
    return withholdRole(signedIn, proof, deps.instance());
  } catch (error) {
    if (known && isFailure(error, form))
      recordFailure(deps, { userId: known.id, event: 'sign_in_failed', request, now });
    throw error;
  }
}

interface NewAccount {
  form: SignupForm;
  guest: UserRow | null;
  browser: Browser;
  countTry: () => Promise<void>;
}

async function storeAccount(
  db: Db,
  passwordHash: string,
  { form, guest, browser: { now, reply } }: NewAccount,
  rights: NewRights,
): Promise<UserRow> {
  const account = {
    ...rights,
    email: form.email,
    passwordHash,
    firstName: form.firstName,
    lastName: form.lastName || null,
    authProvider: 'email' as const,
    isGuest: false,
    language: languageToKeep(reply.request),
    createdAt: now,
    updatedAt: now,
  };
  if (guest?.isGuest) {
    const converted = await db
      .update(users)
      .set(account)
      .where(and(eq(users.id, guest.id), eq(users.isGuest, true)))
      .returning();
    if (converted[0]) return converted[0];
  }
  return one(
    await db
      .insert(users)
      .values({ id: newId(), ...account })
      .returning(),
  );
}

async function rejectIfSuspended(
  db: Db,
  passwords: PasswordHasher,
  { form: { email, password }, countTry }: NewAccount,
): Promise<void> {
  await countTry();
  const [known] = await db.select().from(users).where(eq(users.email, email));
  const passwordHash = known && isSuspended(known) ? known.passwordHash : null;
  if ((await passwords.verify(passwordHash, password)) && known) refuseSuspended(known);
}

/** Creates an account. Rejects with `email_taken`, `suspended`, `invalid_input` and the refusals of `join`. */
export async function register(
  db: Db,
  { config, instance, passwords, jobs }: Pick<Deps, 'config' | 'instance' | 'passwords' | 'jobs'>,
  account: NewAccount,
): Promise<UserRow> {
  const { firstName, lastName } = account.form;
  refuseOperatorNames({ firstName });
  refuseOperatorNames({ lastName: `${firstName} ${lastName ?? ''}` });
  const { email, invitation, answer, termsVersion = null } = account.form;
  const owner = { role: 'member', email, firstName, lastName: lastName ?? null } as const;
  await requireStrongPassword({ config, instance }, account.form.password, owner);
  const passwordHash = await passwords.hash(account.form.password);
  const invitationHash = invitation === undefined ? null : invitationHashOf(invitation);
  const applicant = { email, invitationHash, termsVersion, now: account.browser.now };
  try {
    return await startSession(db, account.browser, async (tx) => {
      const user = await join(tx, applicant, (rights) => storeAccount(tx, passwordHash, account, rights));
      if (user.mustBeApproved && answer) await storeAnswer(tx, user.id, answer, account.browser.now);
      await jobs.enqueue(tx, accountMails, { kind: 'verify', userId: user.id });
      const { now, reply } = account.browser;
      const signUp = { userId: user.id, details: { way: 'password' }, request: reply.request, now } as const;
      await recordSecurityEvent(tx, { event: 'signed_up', ...signUp });
      return user;
    });
  } catch (error) {
    const isReserved = error instanceof Refusal && error.code === 'email_taken';
    if (!isReserved && !isUniqueViolation(error, 'users_email_key')) throw error;
    await rejectIfSuspended(db, passwords, account);
    throw emailTaken();
  }
}

const guestsPerNetwork = { calls: 60, seconds: 3_600 };

/** Starts a guest session. Guests are deleted after a day without a visit. Rejects with `guests_not_allowed` or 429. */
export async function startAsGuest(
  db: Db,
  { rateLimits, cookie }: Pick<Deps, 'rateLimits' | 'cookie'>,
  visit: Omit<Browser, 'cookie'>,
): Promise<UserRow> {
  const { now, reply } = visit;
  await consumeForNetwork(rateLimits, 'guests', reply.request.ip, guestsPerNetwork);
  const guest = { id: newId(), isGuest: true, createdAt: now, updatedAt: now };
  return startSession(db, { ...visit, cookie }, async (tx) => {
    await requireGuests(tx);
    return one(await tx.insert(users).values(guest).returning());
  });
}
