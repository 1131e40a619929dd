import { and, eq, isNull, or } from 'drizzle-orm';
import { newId } from '../../db/columns.ts';
import { type Db, one } from '../../db/client.ts';
import { inTransaction } from '../../db/transaction.ts';
import { isUniqueViolation } from '../../db/constraints.ts';
import { endSessionsOf } from '../../http/session-changes.ts';
import { type UserRow, users } from '../../db/schema/users.table.ts';
import { type Identity, SignInFailure } from './provider-clients.ts';

const markerColumn = { google: users.googleId, platform: users.platformId } as const;
const markerField = { google: 'googleId', platform: 'platformId' } as const;

/** An issuer is an address and so has no space in it; a subject alone means nothing. */
function markerOf({ issuer, subject }: Identity): string {
  return `${issuer} ${subject}`;
}

interface SignIn {
  identity: Identity;
  /** The guest who signs in, whose row becomes the account where a new one is made. */
  guest: UserRow | null;
  now: Date;
}

/**
 * Ties the identity to the account that has the same email, if both sides are known to be the same person's, and ends
 * the sessions of before.
 */
async function linkByEmail(db: Db, user: UserRow, { identity, now }: SignIn): Promise<UserRow> {
  const { provider } = identity;
  const [column, marker] = [markerColumn[provider], markerOf(identity)];
  // Whoever made this account may have typed somebody else's address: sharing it would let them in here.
  if (user.emailVerifiedAt === null) throw new SignInFailure('account_not_verified');
  const [linked] = await db
    .update(users)
    .set({
      [markerField[provider]]: marker,
      updatedAt: now,
    })
    // Or it was tied to this very identity a moment ago, through another tab.
    .where(and(eq(users.id, user.id), or(isNull(column), eq(column, marker))))
    .returning();
  if (!linked) throw new SignInFailure('linked_elsewhere');
  // From here on the account opens in another way: nobody stays in it by one from before.
  if (user[markerField[provider]] === null) await endSessionsOf(db, user.id);
  return linked;
}

async function createAccount(db: Db, email: string, { identity, guest, now }: SignIn): Promise<UserRow> {
  const { provider, firstName, lastName } = identity;
  const account = {
    email,
    emailVerifiedAt: now,
    firstName,
    lastName,
    authProvider: provider,
    [markerField[provider]]: markerOf(identity),
    isGuest: false,
    createdAt: now,
    updatedAt: now,
  };
  if (guest?.isGuest) {
    const [converted] = await db
      .update(users)
      .set(account)
      .where(and(eq(users.id, guest.id), eq(users.isGuest, true)))
      .returning();
    if (converted) return converted;
  }
  return one(
    await db
      .insert(users)
      .values({ id: newId(), ...account })
      .returning(),
  );
}

async function findOrMake(db: Db, signIn: SignIn): Promise<UserRow> {
  const { identity } = signIn;
  const [known] = await db
    .select()
    .from(users)
    .where(eq(markerColumn[identity.provider], markerOf(identity)));
  if (known) return known;
  const email = identity.verifiedEmail;
  if (email === null) throw new SignInFailure('email_not_verified');
  const [sameEmail] = await db.select().from(users).where(eq(users.email, email));
  return sameEmail ? linkByEmail(db, sameEmail, signIn) : createAccount(db, email, signIn);
}

/**
 * The account of an identity, found by issuer and subject, else by an email that both the provider and we know to be
 * the person's, else made. Throws SignInFailure with `email_not_verified`, `account_not_verified`, `linked_elsewhere`.
 */
export async function accountOf(db: Db, signIn: SignIn): Promise<UserRow> {
  try {
    // Of its own, because a statement that fails ends the transaction that it is in.
    return await inTransaction(db, (tx) => findOrMake(tx, signIn));
  } catch (error) {
    const keys = ['users_email_key', 'users_google_id_key', 'users_platform_id_key'];
    if (!keys.some((key) => isUniqueViolation(error, key))) throw error;
    // The same person came in through another tab at this moment: now there is an account to find.
    return findOrMake(db, signIn);
  }
}
