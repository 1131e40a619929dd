import { SignInProblem } from '@zapdeck/contract/sign-in/providers';
import { screens } from '@zapdeck/contract/instance/screens';
import type { Db } from '../../db/client.ts';
import type { UserRow } from '../../db/schema/users.table.ts';
import type { Deps } from '../../deps.ts';
import { approvalOf } from '../../accounts/account-state.ts';
import { languageToKeep } from '../../http/language.ts';
import { Refusal } from '../../http/refusal.ts';
import { recordSecurityEvent } from '../../accounts/security-events.ts';
import { type Browser, lockUser, startSession } from '../../accounts/session-changes.ts';
import { recordSignIn } from '../auth/record-sign-in.ts';
import { claimsKind } from '../settings/kinds.ts';
import { readValues } from '../settings/settings.ts';
import { updateClaimedRole } from '../claim-roles/update-claimed-role.ts';
import { findOrCreateAccount } from './identities.ts';
import type { Identity } from './identity.ts';
import { queuePictureDownload } from './person-picture.job.ts';
import { SignInFailure } from './provider-clients.ts';

/** Returns the address of the login screen that explains why the sign-in failed. */
export function loginPage(problem: SignInProblem, returnTo: string | null): string {
  const query = new URLSearchParams({ error: problem, ...(returnTo === null ? {} : { returnTo }) });
  return `${screens.login.path}?${query.toString()}`;
}

/** Returns the problem that the login screen explains, or null for other errors. */
export function problemOf(error: unknown): SignInProblem | null {
  if (error instanceof SignInFailure) return error.problem;
  const refused = SignInProblem.safeParse(error instanceof Refusal ? error.code : undefined);
  return refused.data ?? null;
}

/** Returns the path of the screen for the next step: the terms or a second factor. Null for other errors. */
export function stepOf(error: unknown): string | null {
  if (!(error instanceof Refusal)) return null;
  if (error.code === 'terms_required') return screens['accept-terms'].path;
  return error.code === 'code_needed' ? screens['confirm-sign-in'].path : null;
}

/** Returns the path to open in a new session. An unapproved account starts at its profile. */
export function firstPath(account: UserRow, returnTo: string | null): string {
  return approvalOf(account) === null ? (returnTo ?? screens.feed.path) : screens.profile.path;
}

interface Arrival {
  invitationHash: string | null;
  termsVersion: number | null;
}

export type UseFactor = (tx: Db, userId: string) => Promise<void>;

/**
 * Starts a session of the identity's account. `arrival` runs in the transaction that creates or links the account. Rejects
 * like `findOrCreateAccount` and `useFactor`, or with `code_needed` without a required factor.
 */
export async function arrive(
  db: Db,
  { jobs, cookie }: Pick<Deps, 'jobs' | 'cookie'>,
  { guest, identity, ...browser }: Omit<Browser, 'cookie'> & { guest: UserRow | null; identity: Identity },
  arrival: (tx: Db) => Promise<Arrival>,
  useFactor?: UseFactor,
): Promise<UserRow> {
  const { now, reply } = browser;
  const { request } = reply;
  const isFromPlatform = identity.provider === 'platform';
  const isTrusted =
    isFromPlatform && identity.usedFactor && (await readValues(db, claimsKind)).trustsProviderFactor;
  const proof = { provedAt: now, hasFactor: false, isFromPlatform, isFromGoogle: !isFromPlatform };
  return startSession(db, { ...browser, cookie, proof }, async (tx) => {
    const arrived = await arrival(tx);
    const signIn = { ...arrived, jobs, request, identity, guest, language: languageToKeep(request), now };
    const { account, how } = await findOrCreateAccount(tx, signIn);
    // The factor of a newly linked identity does not prove who owns the account.
    proof.hasFactor = isTrusted && how !== 'linked';
    if (account.hasFactor && !proof.hasFactor) {
      if (!useFactor) throw new Refusal('code_needed');
      await useFactor(tx, account.id);
      proof.hasFactor = true;
    }
    const claim = { jobs, userId: account.id, values: identity.roleClaims, request, now };
    if (isFromPlatform && (await updateClaimedRole(tx, claim)))
      request.log.warn(
        { userId: account.id },
        'the last active admin has lost the role claim and keeps the role',
      );
    await queuePictureDownload(tx, jobs, account, identity.pictureUrl);
    const user = (await lockUser(tx, account.id)) ?? account;
    const way = identity.provider;
    if (how === 'new')
      await recordSecurityEvent(tx, { userId: user.id, event: 'signed_up', request, details: { way }, now });
    else await recordSignIn(tx, { jobs, cookie }, { user, way, request, now });
    return user;
  });
}
