import { and, eq } from 'drizzle-orm';
import { newId } from '../../db/columns.ts';
import { type Db, one } from '../../db/client.ts';
import { inTransaction } from '../../db/transaction.ts';
import { isUniqueViolation } from '../../db/constraints.ts';
import { revokeApiTokensOf } from '../../accounts/api-tokens.ts';
import type { Client } from '../../accounts/security-events.ts';
import { endSessionsOf } from '../../accounts/session-changes.ts';
import type { JobQueue } from '../../jobs/queue.ts';
import { type UserRow, users } from '../../db/schema/users.table.ts';
import {
  identityFields,
  identityIndexes,
  type LinkedAccount,
  storeIdentity,
} from '../identities/linked-identities.ts';
import { join, type NewRights } from '../registration/join.ts';
import type { Identity } from './identity.ts';
import { SignInFailure } from './provider-clients.ts';

/** Issuers are URLs without spaces. Subjects are unique only per issuer. */
export const linkedAccountOf = ({ issuer, subject, verifiedEmail }: Identity): LinkedAccount => ({
  key: `${issuer} ${subject}`,
  email: verifiedEmail,
});

interface ProviderSignIn {
  jobs: JobQueue;
  request: Client;
  identity: Identity;
  guest: UserRow | null;
  invitationHash: string | null;
  termsVersion: number | null;
  language: string | null;
  now: Date;
}

/** Links by email address if both provider and account have verified it. Ends earlier sessions. */
async function linkByEmail(
  db: Db,
  user: UserRow,
  { identity, jobs, request, now }: ProviderSignIn,
): Promise<UserRow> {
  const { provider } = identity;
  // The creator of the account may have used someone else's address, and linking would let them in.
  if (user.emailVerifiedAt === null) throw new SignInFailure('account_not_verified');
  if (user[identityFields[provider].key] !== null) throw new SignInFailure('linked_elsewhere');
  if (!user.linksByEmail) throw new SignInFailure('link_in_settings');
  // Sessions and tokens of a previous owner must end.
  await endSessionsOf(db, user.id);
  await revokeApiTokensOf(db, user.id);
  return storeIdentity(db, user, linkedAccountOf(identity), { jobs, provider, request, now });
}

async function createAccount(
  db: Db,
  email: string,
  { identity, guest, language, now }: ProviderSignIn,
  rights: NewRights,
): Promise<UserRow> {
  const { provider, firstName, lastName } = identity;
  const fields = identityFields[provider];
  const account = {
    ...rights,
    email,
    emailVerifiedAt: now,
    firstName,
    lastName,
    authProvider: provider,
    [fields.key]: linkedAccountOf(identity).key,
    [fields.linkedAt]: now,
    [fields.email]: email,
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

interface FoundAccount {
  account: UserRow;
  /** `linked` in this sign-in, `new` with the account, or `known` before. */
  how: 'known' | 'linked' | 'new';
}

/** Locks the row, because the identity may just have been unlinked, or the address changed. */
async function findKnown(db: Db, identity: Identity): Promise<UserRow | undefined> {
  const column = users[identityFields[identity.provider].key];
  const { key } = linkedAccountOf(identity);
  const [known] = await db.select().from(users).where(eq(column, key)).for('no key update');
  return known;
}

async function findByEmail(db: Db, { verifiedEmail }: Identity): Promise<UserRow | undefined> {
  if (verifiedEmail === null) return undefined;
  const [found] = await db.select().from(users).where(eq(users.email, verifiedEmail)).for('no key update');
  return found;
}

/** Returns the account that a sign-in with this identity opens. */
export async function accountOf(db: Db, identity: Identity): Promise<UserRow | undefined> {
  return (await findKnown(db, identity)) ?? findByEmail(db, identity);
}

async function findLinkOrCreate(db: Db, signIn: ProviderSignIn): Promise<FoundAccount> {
  const { identity } = signIn;
  const email = identity.verifiedEmail;
  const known = await findKnown(db, identity);
  if (known) {
    const field = identityFields[identity.provider].email;
    if (email !== null && email !== known[field])
      await db
        .update(users)
        .set({ [field]: email })
        .where(eq(users.id, known.id));
    return { account: known, how: 'known' };
  }
  if (email === null) throw new SignInFailure('email_not_verified');
  const sameEmail = await findByEmail(db, identity);
  if (sameEmail?.[identityFields[identity.provider].key] === linkedAccountOf(identity).key)
    return { account: sameEmail, how: 'known' };
  if (sameEmail) return { account: await linkByEmail(db, sameEmail, signIn), how: 'linked' };
  const create = (rights: NewRights) => createAccount(db, email, signIn, rights);
  return { account: await join(db, { ...signIn, email }, create), how: 'new' };
}

/** Finds an account by issuer and subject, then by verified email. Throws SignInFailure and the refusals of `join`. */
export async function findOrCreateAccount(db: Db, signIn: ProviderSignIn): Promise<FoundAccount> {
  try {
    // A separate transaction, because a failed statement aborts it.
    return await inTransaction(db, (tx) => findLinkOrCreate(tx, signIn));
  } catch (error) {
    if (!['users_email_key', ...identityIndexes].some((key) => isUniqueViolation(error, key))) throw error;
    return findLinkOrCreate(db, signIn);
  }
}
