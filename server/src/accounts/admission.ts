import { filled } from '@zapdeck/contract/wire/message';
import type { Instance } from '@zapdeck/contract/instance/instance';
import { canModerate } from '@zapdeck/contract/accounts/roles';
import { needsConsent, type Route } from '@zapdeck/contract/wire/route';
import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Config } from '../config.ts';
import type { Db } from '../db/client.ts';
import { apiTokenHashOf, readApiToken, requireScope } from './api-tokens.ts';
import { approvalOf, isSuspended, sessionSuspended, termsToAccept } from './account-state.ts';
import { bearerIn, isOwnWrite } from '../http/origin.ts';
import { noteAccountLanguage } from '../http/language.ts';
import { consumeForNetwork, type Limit, type RateLimits, requireLeftForNetwork } from '../http/rate-limit.ts';
import { Refusal } from '../http/refusal.ts';
import { hideEmails } from './person-name.ts';
import { startedFor } from './session-changes.ts';
import {
  isProved,
  noteLogPosition,
  type Proof,
  readSession,
  type SessionCookie,
  type SessionUser,
  sidIn,
  type SignedIn,
} from './session.ts';
import type { Accounts, Context } from '../http/contract-route.ts';

export interface AccountDeps {
  config: Pick<Config, 'publicUrl'>;
  db: Db;
  cookie: SessionCookie;
  clock: () => Date;
  rateLimits: RateLimits;
  instance: () => Instance;
}

export interface Caller {
  user: SessionUser | null;
  sid: string | undefined;
  sessionId: string | undefined;
  proof: Proof;
  /** For routes with `proof: { when }`. Rejects with `proof_needed` if the last proof of the owner is too old. */
  requireProof: () => void;
}

export type CallContext<T extends Route> = Context<T, Caller>;

const LIVE_MAX = 20_000;
/** Recently valid session ids and token hashes. A network over its limit may use only these. */
const lastLive = new LRUCache<string, true>({ max: LIVE_MAX });

/** Reduces the window to a minute, so that a network over its limit can soon sign in again. */
function inMinute({ calls, seconds }: Limit): Limit {
  return { calls, seconds: Math.min(seconds, 60), perNode: true };
}

/** Rejects with `proof_needed` if the owner must prove their identity again. API tokens cannot. */
function requireProof(signedIn: SignedIn, now: Date): void {
  if (signedIn.scopes === undefined && !isProved(signedIn, now)) throw new Refusal('proof_needed');
}

function needsProof({ proof }: Route, { user }: SignedIn): boolean {
  return proof === true || (proof === 'password' && (user.hasFactor || user.passwordHash === null));
}

function requireAccess(route: Route, { user, scopes }: SignedIn, instance: Instance): void {
  const { access } = route;
  if (isSuspended(user)) throw sessionSuspended(user);
  if (scopes) requireScope(route, scopes);
  if ((access === 'account' || access === 'member') && user.isGuest) throw new Refusal('guest_forbidden');
  if (access === 'member' && user.mustConfirmEmail && user.emailVerifiedAt === null)
    throw new Refusal('email_not_confirmed');
  if (access === 'member' && approvalOf(user) !== null) throw new Refusal('not_approved');
  if (needsConsent(route) && termsToAccept(user, instance) !== null) throw new Refusal('terms_not_accepted');
  if (route.proof && user.missingFactor === 'confirm') throw new Refusal('proof_needed');
  if (access === 'moderator' && !canModerate(user)) throw new Refusal('forbidden');
  if (access === 'admin' && user.role !== 'admin') throw new Refusal('forbidden');
}

/** Counts a valid session or token for its user, and other requests for their network. */
async function findSignedIn(
  { rateLimits, config, cookie, db, clock, instance }: AccountDeps,
  request: FastifyRequest,
  { route, limit }: { route: Route; limit: Limit },
): Promise<SignedIn | null> {
  const action = `${route.method} ${route.path}`;
  const isPublic = route.access === 'public';
  const strangers = `${action} without session`;
  const perMinute = inMinute(limit);

  const bearer = bearerIn(request);
  const mayBeVisitor = isPublic && bearer === undefined;
  const key = bearer === undefined ? sidIn(request, cookie) : apiTokenHashOf(bearer);
  if (!mayBeVisitor && (key === undefined || !lastLive.has(key)))
    await requireLeftForNetwork(rateLimits, strangers, request.ip, perMinute);
  if (route.method !== 'GET' && !isOwnWrite(request, config.publicUrl)) {
    await consumeForNetwork(rateLimits, `${action} from elsewhere`, request.ip, perMinute);
    const message = filled('This request did not come from {address}. Open that address and try again.', {
      address: config.publicUrl,
    });
    throw new Refusal('foreign_origin', { message });
  }
  // On public routes, a new guest session must not reset the limit.
  if (isPublic) await consumeForNetwork(rateLimits, action, request.ip, limit);
  const now = clock();
  const signedIn =
    bearer === undefined || key === undefined
      ? await readSession({ db, cookie, instance }, request, now)
      : await readApiToken({ db, instance }, key, route, now);
  if (key !== undefined) {
    if (signedIn) lastLive.set(key, true);
    else lastLive.delete(key);
  }
  if (signedIn) noteAccountLanguage(request, signedIn.user.language);
  if (mayBeVisitor) return signedIn;
  if (!signedIn || (signedIn.user.isGuest && !instance().guests)) {
    await consumeForNetwork(rateLimits, strangers, request.ip, perMinute);
    throw new Refusal(bearer === undefined ? 'unauthorized' : 'unknown_token');
  }
  await rateLimits.consume(action, signedIn.user.id, limit);
  requireAccess(route, signedIn, instance());
  if (needsProof(route, signedIn)) requireProof(signedIn, now);
  return signedIn;
}

/** Throws `session_changed` if the request names another user than the signed-in one. */
export function refuseForeign(sent: { userId?: string | undefined }, userId: string): void {
  if (sent.userId !== undefined && sent.userId !== userId) throw new Refusal('session_changed');
}

/** Creates the functions that endpoints use to find accounts. */
export function accountsOf(deps: AccountDeps): Accounts<Caller> {
  return {
    async admit(request, endpoint) {
      const signedIn = await findSignedIn(deps, request, endpoint);
      const user = signedIn && !isSuspended(signedIn.user) ? signedIn.user : null;
      const { sid, sessionId, provedAt = null, hasFactor = false } = signedIn ?? {};
      const { isFromPlatform = false, isFromGoogle = false } = signedIn ?? {};
      return {
        caller: {
          user,
          sid,
          sessionId,
          proof: { provedAt, hasFactor, isFromPlatform, isFromGoogle },
          requireProof: () => {
            if (signedIn) requireProof(signedIn, deps.clock());
          },
        },
        userId: signedIn?.user.id,
        logPosition: user && signedIn?.logPosition,
        redact: endpoint.route.access === 'moderator' && user?.role !== 'admin' ? hideEmails : undefined,
      };
    },
    async noteWrite(reply, userId) {
      const writer = startedFor(reply) ?? userId;
      if (writer !== undefined) await noteLogPosition(deps.db, writer);
    },
  };
}
