import type { CurrentUser, LoginForm, SignupForm } from '@zapdeck/contract/auth';
import { and, eq } from 'drizzle-orm';
import { newId } from '../../db/columns.ts';
import { type Db, one } from '../../db/client.ts';
import { isUniqueViolation } from '../../db/constraints.ts';
import { Refusal } from '../../http/refusal.ts';
import { type UserRow, users } from '../users/users.table.ts';
import type { PasswordHasher } from './passwords.ts';

/** The user as they see themselves; never the hash of the password. */
export function presentCurrentUser(user: UserRow): CurrentUser {
  return {
    id: user.id,
    email: user.email,
    firstName: user.firstName,
    lastName: user.lastName,
    profileImageUrl: user.profileImageUrl,
    profileImage: null,
    picture: null,
    authProvider: user.authProvider,
    isAdmin: user.isAdmin,
    isGuest: user.isGuest,
    zapCount: user.zapCount,
    createdAt: user.createdAt.toISOString(),
  };
}

/** The user whom email and password belong to. Takes as long, and says the same, when there is none. */
export async function authenticate(db: Db, passwords: PasswordHasher, form: LoginForm): Promise<UserRow> {
  const [user] = await db.select().from(users).where(eq(users.email, form.email));
  const fits = await passwords.verify(user?.passwordHash ?? null, form.password);
  if (!user || !fits) throw new Refusal('wrong_credentials');
  if (user.passwordHash !== null && passwords.needsRehash(user.passwordHash)) {
    const passwordHash = await passwords.hash(form.password);
    // Only the hash that was checked: a password changed meanwhile stays changed.
    await db
      .update(users)
      .set({ passwordHash })
      .where(and(eq(users.id, user.id), eq(users.passwordHash, user.passwordHash)));
  }
  return user;
}

/** Makes an account; a guest's own row becomes it. Refuses a known email with `email_taken`. */
export async function register(
  db: Db,
  passwords: PasswordHasher,
  form: SignupForm,
  guest: UserRow | null,
  now: Date,
): Promise<UserRow> {
  const account = {
    email: form.email,
    passwordHash: await passwords.hash(form.password),
    firstName: form.firstName,
    lastName: form.lastName || null,
    authProvider: 'email' as const,
    isGuest: false,
    createdAt: now,
    updatedAt: now,
  };
  try {
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
  } catch (error) {
    if (isUniqueViolation(error, 'users_email_key')) {
      throw new Refusal('email_taken', { fields: { email: 'An account with this email already exists.' } });
    }
    throw error;
  }
}

/** A new guest: a user without email, who counts nothing and is purged after a day of not coming back. */
export async function createGuest(db: Db, now: Date): Promise<UserRow> {
  return one(
    await db.insert(users).values({ id: newId(), isGuest: true, createdAt: now, updatedAt: now }).returning(),
  );
}
