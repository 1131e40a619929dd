import type { CurrentUser, LoginForm } from '@zapdeck/contract/auth';
import { picturePath } from '@zapdeck/contract/picture-paths';
import type { SignupForm } from '@zapdeck/contract/signup';
import { and, eq } from 'drizzle-orm';
import { newId } from '../../db/columns.ts';
import { type Db, one } from '../../db/client.ts';
import { isUniqueViolation } from '../../db/constraints.ts';
import type { Deps } from '../../deps.ts';
import { refuseOperatorNames } from '../../http/operator-names.ts';
import { consumeForNetwork } from '../../http/rate-limit.ts';
import { Refusal } from '../../http/refusal.ts';
import { type Browser, lockUser, startSession } from '../../http/session-changes.ts';
import { isSuspended, refuseSuspended } from '../../http/suspension.ts';
import { accountMails } from './account-mails.ts';
import { type UserRow, users } from '../../db/schema/users.table.ts';
import { requireStrongPassword, weaknessOf } from './password-policy.ts';
import type { PasswordHasher } from './passwords.ts';

/** The address of their picture here; where the provider has it is nobody's business but the server's. */
export function ownPictureOf({ picture }: Pick<UserRow, 'picture'>): string | null {
  return picture && picturePath(picture, 160);
}

/** The user as they see themselves; never the hash of the password. */
export function presentCurrentUser(user: UserRow): CurrentUser {
  return {
    id: user.id,
    email: user.email,
    firstName: user.firstName,
    lastName: user.lastName,
    profileImageUrl: ownPictureOf(user),
    profileImage: null,
    picture: null,
    authProvider: user.authProvider,
    isAdmin: user.isAdmin,
    isGuest: user.isGuest,
    zapCount: user.zapCount,
    createdAt: user.createdAt.toISOString(),
  };
}

/**
 * The user whom email and password belong to. Refuses with `wrong_credentials`, in the same words and time whether or
 * not there is such an account, and with `weak_admin_password` an admin who was promoted with a password that the rule
 * for admins does not allow.
 */
async function authenticate(db: Db, passwords: PasswordHasher, form: LoginForm): Promise<UserRow> {
  const [user] = await db.select().from(users).where(eq(users.email, form.email));
  const fits = await passwords.verify(user?.passwordHash ?? null, form.password);
  if (!user || !fits) throw new Refusal('wrong_credentials');
  if (user.isAdmin && (await weaknessOf(form.password)) !== null) throw new Refusal('weak_admin_password');
  if (user.passwordHash !== null && passwords.needsRehash(user.passwordHash)) {
    const passwordHash = await passwords.hash(form.password);
    // Only the hash that was checked: a password changed meanwhile stays changed.
    const [rehashed] = await db
      .update(users)
      .set({ passwordHash })
      .where(and(eq(users.id, user.id), eq(users.passwordHash, user.passwordHash)))
      .returning();
    return rehashed ?? user;
  }
  return user;
}

/**
 * Signs in whom email and password belong to, and ends the session that the browser was in. Refuses with
 * `wrong_credentials` and `weak_admin_password`, and who has the password of a suspended account with `suspended`.
 */
export async function logIn(
  db: Db,
  passwords: PasswordHasher,
  form: LoginForm,
  browser: Browser,
): Promise<UserRow> {
  const user = await authenticate(db, passwords, form);
  return startSession(db, browser, async (tx) => {
    const locked = await lockUser(tx, user.id);
    // What was checked a moment ago must still be so: a new password or role ends sessions, and this would be one more.
    const isSame = locked?.passwordHash === user.passwordHash && locked?.isAdmin === user.isAdmin;
    if (!locked || !isSame) throw new Refusal('wrong_credentials');
    return locked;
  });
}

interface NewAccount {
  form: SignupForm;
  /** The guest who signs up, whose row becomes the account. */
  guest: UserRow | null;
  browser: Browser;
  /** Counts a try of the password of an account that is there, as the login does, and refuses where there were too many. */
  countTry: () => Promise<void>;
}

async function storeAccount(
  db: Db,
  passwordHash: string,
  { form, guest, browser: { now } }: NewAccount,
): Promise<UserRow> {
  const account = {
    email: form.email,
    passwordHash,
    firstName: form.firstName,
    lastName: form.lastName || null,
    authProvider: 'email' as const,
    isGuest: false,
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

/**
 * Refuses with `suspended` who signs up anew with email and password of a suspended account. As a login it counts as a try
 * and takes the same time for every account.
 */
async function tellSuspended(
  db: Db,
  passwords: PasswordHasher,
  { form: { email, password }, countTry }: NewAccount,
): Promise<void> {
  await countTry();
  const [known] = await db.select().from(users).where(eq(users.email, email));
  const passwordHash = known && isSuspended(known) ? known.passwordHash : null;
  if ((await passwords.verify(passwordHash, password)) && known) refuseSuspended(known);
}

/**
 * Makes an account, queues the mail that asks to confirm the address, and signs the person in: all or nothing. Refuses a
 * known email with `email_taken`, or with `suspended` whose account that is, and with `invalid_input` a password that the
 * policy does not allow or a name that looks like the operator's.
 */
export async function register(
  db: Db,
  { config, passwords, jobs }: Pick<Deps, 'config' | 'passwords' | 'jobs'>,
  account: NewAccount,
): Promise<UserRow> {
  const { firstName, lastName } = account.form;
  refuseOperatorNames({ firstName });
  refuseOperatorNames({ lastName: `${firstName} ${lastName ?? ''}` });
  await requireStrongPassword(account.form.password, config.passwordPolicy, { isAdmin: false });
  const passwordHash = await passwords.hash(account.form.password);
  try {
    return await startSession(db, account.browser, async (tx) => {
      const user = await storeAccount(tx, passwordHash, account);
      await jobs.enqueue(tx, accountMails, { kind: 'verify', userId: user.id });
      return user;
    });
  } catch (error) {
    if (isUniqueViolation(error, 'users_email_key')) {
      await tellSuspended(db, passwords, account);
      throw new Refusal('email_taken', { fields: { email: 'An account with this email already exists.' } });
    }
    throw error;
  }
}

/** Each leaves a row for a day. */
const guestsPerNetwork = { calls: 60, seconds: 3_600 };

/**
 * Signs a new guest in: a user without email, who counts nothing and is purged after a day of not coming back. Refuses
 * with 429 a network that has had many, whichever way they came in.
 */
export async function startAsGuest(
  db: Db,
  { rateLimits, cookie }: Pick<Deps, 'rateLimits' | 'cookie'>,
  visit: Omit<Browser, 'cookie'>,
): Promise<UserRow> {
  const { now, reply } = visit;
  await consumeForNetwork(rateLimits, 'guests', reply.request.ip, guestsPerNetwork);
  const guest = { id: newId(), isGuest: true, createdAt: now, updatedAt: now };
  return startSession(db, { ...visit, cookie }, async (tx) =>
    one(await tx.insert(users).values(guest).returning()),
  );
}
