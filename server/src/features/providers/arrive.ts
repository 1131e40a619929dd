import { SignInProblem } from '@zapdeck/contract/providers';
import { screens } from '@zapdeck/contract/screens';
import type { Db } from '../../db/client.ts';
import type { UserRow } from '../../db/schema/users.table.ts';
import type { Deps } from '../../deps.ts';
import { approvalOf } from '../../http/approval.ts';
import { languageToKeep } from '../../http/language.ts';
import { Refusal } from '../../http/refusal.ts';
import { recordSecurityEvent } from '../../http/security-events.ts';
import { type Browser, lockUser, startSession } from '../../http/session-changes.ts';
import { recordSignIn } from '../auth/record-sign-in.ts';
import { findOrCreateAccount } from './identities.ts';
import type { Identity } from './identity.ts';
import { queuePictureDownload } from './person-picture.job.ts';
import { SignInFailure } from './provider-clients.ts';

/** Returns the address of the login that explains why the sign-in failed. */
export function loginPage(problem: SignInProblem, returnTo: string | null): string {
  const query = new URLSearchParams({ error: problem, ...(returnTo === null ? {} : { returnTo }) });
  return `${screens.login.path}?${query.toString()}`;
}

/** Returns the problem that the login explains; null for other errors. */
export function problemOf(error: unknown): SignInProblem | null {
  if (error instanceof SignInFailure) return error.problem;
  const refused = SignInProblem.safeParse(error instanceof Refusal ? error.code : undefined);
  return refused.data ?? null;
}

/** Returns the path that a new session opens. The profile asks for an answer, and says what was decided. */
export function firstPath(account: UserRow, returnTo: string | null): string {
  return approvalOf(account) === null ? (returnTo ?? screens.feed.path) : screens.profile.path;
}

interface Arrival {
  identity: Identity;
  invitationHash: string | null;
  /** Version of the terms that the person accepts. Null if they have not been asked. */
  termsVersion: number | null;
}

/**
 * Starts a session of the account that belongs to the identity. `arrival` runs in the transaction that creates or links the
 * account. Rejects as `findOrCreateAccount` does.
 */
export async function arrive(
  db: Db,
  { jobs, cookie }: Pick<Deps, 'jobs' | 'cookie'>,
  { guest, ...browser }: Omit<Browser, 'cookie'> & { guest: UserRow | null },
  arrival: (tx: Db) => Promise<Arrival>,
): Promise<UserRow> {
  const { now, reply } = browser;
  return startSession(db, { ...browser, cookie }, async (tx) => {
    const { identity, ...consent } = await arrival(tx);
    const signIn = { ...consent, identity, guest, language: languageToKeep(reply.request), now };
    const { account, isNew } = await findOrCreateAccount(tx, signIn);
    await queuePictureDownload(tx, jobs, account, identity.pictureUrl);
    const user = (await lockUser(tx, account.id)) ?? account;
    const { request } = reply;
    const way = identity.provider;
    if (isNew)
      await recordSecurityEvent(tx, { userId: user.id, event: 'signed_up', request, details: { way }, now });
    else await recordSignIn(tx, { jobs, cookie }, { user, way, request, now });
    return user;
  });
}
