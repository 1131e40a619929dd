import { linkIdentity } from '@zapdeck/contract/sign-in/identities';
import { message } from '@zapdeck/contract/wire/message';
import * as contract from '@zapdeck/contract/sign-in/providers';
import { ownReturnPath } from '@zapdeck/contract/sign-in/return-path';
import { screens } from '@zapdeck/contract/instance/screens';
import type { FastifyInstance } from 'fastify';
import type { Db } from '../../db/client.ts';
import type { UserRow } from '../../db/schema/users.table.ts';
import type { Deps } from '../../deps.ts';
import { handle } from '../../http/contract-route.ts';
import { isNavigation } from '../../http/origin.ts';
import { Refusal } from '../../http/refusal.ts';
import { linkOwnIdentity, providerNames, requireLinkable } from '../identities/linked-identities.ts';
import { invitationHashOf } from '../registration/invitations.ts';
import { arrive, firstPath, loginPage, problemOf, stepOf } from './arrive.ts';
import { linkedAccountOf } from './identities.ts';
import type { Identity } from './identity.ts';
import { holdAccount } from './pending-accounts.ts';
import { createProviderClients, SignInFailure } from './provider-clients.ts';
import { beginAttempt, consumeAttempt, type Exchange, type SignInSecrets } from './sign-in-attempts.ts';

const attemptsPerCaller = { calls: 60, seconds: 600 };
const linksPerMember = { calls: 20, seconds: 600 };

const PROVIDER_AWAY = message('The provider cannot be reached right now. Please try again later.');

const calls = {
  google: { login: contract.googleLogin, callback: contract.googleCallback },
  platform: { login: contract.platformLogin, callback: contract.platformCallback },
} as const;

interface Return extends Exchange {
  attempt: SignInSecrets;
  identity: Identity;
  user: UserRow | null;
  sid: string | undefined;
  now: Date;
}

async function finishSignIn(
  db: Db,
  deps: Deps,
  { attempt, identity, user, ...back }: Return,
): Promise<string> {
  const { returnTo, invitationHash } = attempt;
  const { request, reply, sid, now } = back;
  try {
    const visit = { reply, sid, now, guest: user, identity };
    const account = await arrive(db, deps, visit, async () => ({ invitationHash, termsVersion: null }));
    return firstPath(account, returnTo);
  } catch (error) {
    const step = stepOf(error);
    if (step === null) throw error;
    const when = { isSecure: deps.cookie.isSecure, now };
    await holdAccount(db, { request, reply }, { identity, returnTo, invitationHash }, when);
    return step;
  }
}

async function finishLink(
  db: Db,
  { jobs }: Deps,
  { attempt, identity, user, ...back }: Return,
): Promise<string> {
  const { request, sid, now } = back;
  if (!user || user.isGuest || sid !== attempt.sid) throw new SignInFailure('failed');
  const { provider } = identity;
  const act = { jobs, provider, request, now };
  await linkOwnIdentity(db, { userId: user.id, sid }, linkedAccountOf(identity), act);
  return `${screens.settings.path}?linked=${provider}`;
}

function problemPageOf(problem: contract.SignInProblem, attempt: SignInSecrets | undefined): string {
  if (attempt && attempt.sid !== null) return `${screens.settings.path}?error=${problem}`;
  return loginPage(problem, attempt?.returnTo ?? null);
}

const when = ({ cookie }: Deps, now: Date) => ({ isSecure: cookie.isSecure, now });

type Clients = ReturnType<typeof createProviderClients>;

function clientOf(clients: Clients, id: contract.ProviderId): NonNullable<Clients[typeof id]> {
  const configured = clients[id];
  if (!configured) throw new Refusal('provider_not_configured');
  return configured;
}

function signInRoutes(app: FastifyInstance, deps: Deps, id: contract.ProviderId, clients: Clients): void {
  handle(
    app,
    deps,
    calls[id].login,
    async ({ db, query, now, request, reply }) => {
      const returnTo = ownReturnPath(query.returnTo);
      const { invitation } = query;
      const invitationHash = invitation === undefined ? null : invitationHashOf(invitation);
      const client = clientOf(clients, id);
      try {
        const { url, secrets } = await client.begin({ returnTo, invitationHash, sid: null });
        await beginAttempt(db, { request, reply }, secrets, when(deps, now));
        reply.redirect(url);
      } catch (error) {
        if (!(error instanceof SignInFailure)) throw error;
        request.log.warn({ err: error, provider: id }, 'a sign-in did not begin');
        reply.redirect(loginPage(error.problem, returnTo));
      }
    },
    { limit: attemptsPerCaller },
  );

  handle(
    app,
    deps,
    calls[id].callback,
    async ({ db, user, sid, now, request, reply }) => {
      const configured = clientOf(clients, id);
      if (!isNavigation(request)) throw new Refusal('foreign_origin');
      const answer = new URL(request.url, deps.config.publicUrl);
      const asked = { provider: id, state: answer.searchParams.get('state') };
      const attempt = await consumeAttempt(db, { request, reply }, asked, when(deps, now));
      try {
        if (!attempt) throw new SignInFailure('failed');
        const { identity, claimFault } = await configured.finish(answer, attempt);
        if (claimFault !== null)
          request.log.warn({ provider: id, fault: claimFault }, 'values of the role claim were ignored');
        const finish = attempt.sid === null ? finishSignIn : finishLink;
        reply.redirect(await finish(db, deps, { attempt, identity, user, sid, now, request, reply }));
      } catch (error) {
        const problem = problemOf(error);
        if (problem === null) throw error;
        const entry = {
          problem,
          provider: id,
          err: error instanceof SignInFailure ? error.cause : undefined,
        };
        request.log.info(entry, 'a sign-in did not come about');
        reply.redirect(problemPageOf(problem, attempt));
      }
    },
    { limit: attemptsPerCaller },
  );
}

export function providersRoutes(app: FastifyInstance, deps: Deps): void {
  const { config } = deps;
  const clients = createProviderClients(config);
  const names = providerNames(config);

  handle(app, deps, contract.signInProviders, async () => ({
    providers: contract.ProviderId.options.map((id) => ({
      id,
      name: names[id],
      isConfigured: clients[id] !== undefined,
      loginPath: calls[id].login.path,
    })),
    passwordPolicy: config.passwordPolicy,
  }));

  handle(
    app,
    deps,
    linkIdentity,
    async ({ db, user, sid = null, params: { provider }, now, request, reply }) => {
      const client = clientOf(clients, provider);
      requireLinkable(user, provider);
      try {
        const { url, secrets } = await client.begin({ returnTo: null, invitationHash: null, sid });
        await beginAttempt(db, { request, reply }, secrets, when(deps, now));
        return { url };
      } catch (error) {
        if (!(error instanceof SignInFailure)) throw error;
        request.log.warn({ err: error, provider }, 'a sign-in did not begin');
        throw new Refusal('unavailable', { message: PROVIDER_AWAY, cause: error });
      }
    },
    { limit: linksPerMember },
  );

  for (const id of contract.ProviderId.options) signInRoutes(app, deps, id, clients);
}
