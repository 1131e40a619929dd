import { and, eq, isNull, or } from 'drizzle-orm';
import { newId } from '../../db/columns.ts';
import { type Db, one } from '../../db/client.ts';
import { inTransaction } from '../../db/transaction.ts';
import { isUniqueViolation } from '../../db/constraints.ts';
import { revokeApiTokensOf } from '../../http/api-tokens.ts';
import { endSessionsOf } from '../../http/session-changes.ts';
import { type UserRow, users } from '../../db/schema/users.table.ts';
import { join, type NewRights } from '../registration/join.ts';
import type { Identity } from './identity.ts';
import { SignInFailure } from './provider-clients.ts';

const identityColumn = { google: users.googleId, platform: users.platformId } as const;
const identityField = { google: 'googleId', platform: 'platformId' } as const;

/** Issuers are URLs without spaces. Subjects are unique only per issuer. */
function identityKeyOf({ issuer, subject }: Identity): string {
  return `${issuer} ${subject}`;
}

interface SignIn {
  identity: Identity;
  guest: UserRow | null;
  invitationHash: string | null;
  /** Version of the terms that the person accepts. Null if they have not been asked. */
  termsVersion: number | null;
  /** Language of a new account. */
  language: string | null;
  now: Date;
}

/** Links accounts by email if provider and account have both verified it. Ends earlier sessions. */
async function linkByEmail(db: Db, user: UserRow, { identity, now }: SignIn): Promise<UserRow> {
  const { provider } = identity;
  const [column, marker] = [identityColumn[provider], identityKeyOf(identity)];
  // The creator of the account may have used someone else's address. Linking would let them in.
  if (user.emailVerifiedAt === null) throw new SignInFailure('account_not_verified');
  const [linked] = await db
    .update(users)
    .set({
      [identityField[provider]]: marker,
      updatedAt: now,
    })
    // Another tab may have linked the same identity.
    .where(and(eq(users.id, user.id), or(isNull(column), eq(column, marker))))
    .returning();
  if (!linked) throw new SignInFailure('linked_elsewhere');
  // The account gets another way to sign in, so sessions and tokens of a previous owner must end.
  if (user[identityField[provider]] === null) {
    await endSessionsOf(db, user.id);
    await revokeApiTokensOf(db, user.id);
  }
  return linked;
}

async function createAccount(
  db: Db,
  email: string,
  { identity, guest, language, now }: SignIn,
  rights: NewRights,
): Promise<UserRow> {
  const { provider, firstName, lastName } = identity;
  const account = {
    ...rights,
    email,
    emailVerifiedAt: now,
    firstName,
    lastName,
    authProvider: provider,
    [identityField[provider]]: identityKeyOf(identity),
    isGuest: false,
    language,
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

interface Found {
  account: UserRow;
  isNew: boolean;
}

async function findLinkOrCreate(db: Db, signIn: SignIn): Promise<Found> {
  const { identity } = signIn;
  // The conditions are evaluated with the row locked: the identity may have been unlinked, or the address changed.
  const [known] = await db
    .select()
    .from(users)
    .where(eq(identityColumn[identity.provider], identityKeyOf(identity)))
    .for('no key update');
  if (known) return { account: known, isNew: false };
  const email = identity.verifiedEmail;
  if (email === null) throw new SignInFailure('email_not_verified');
  const [sameEmail] = await db.select().from(users).where(eq(users.email, email)).for('no key update');
  if (sameEmail) return { account: await linkByEmail(db, sameEmail, signIn), isNew: false };
  const create = (rights: NewRights) => createAccount(db, email, signIn, rights);
  return { account: await join(db, { ...signIn, email }, create), isNew: true };
}

/** Finds by issuer and subject, then by verified email. Throws SignInFailure and the refusals of `join`. */
export async function findOrCreateAccount(db: Db, signIn: SignIn): Promise<Found> {
  try {
    // A separate transaction, because a failed statement aborts it.
    return await inTransaction(db, (tx) => findLinkOrCreate(tx, signIn));
  } catch (error) {
    const keys = ['users_email_key', 'users_google_id_key', 'users_platform_id_key'];
    if (!keys.some((key) => isUniqueViolation(error, key))) throw error;
    // Another tab created the account at the same moment.
    return findLinkOrCreate(db, signIn);
  }
}
