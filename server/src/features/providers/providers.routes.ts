import * as contract from '@zapdeck/contract/providers';
import { ownReturnPath } from '@zapdeck/contract/return-path';
import { screens } from '@zapdeck/contract/screens';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { handle } from '../../http/contract-route.ts';
import { isNavigation } from '../../http/origin.ts';
import { Refusal } from '../../http/refusal.ts';
import { invitationHashOf } from '../registration/invitations.ts';
import { arrive, firstPath, loginPage, problemOf } from './arrive.ts';
import { holdAccount } from './pending-accounts.ts';
import { createProviderClients, SignInFailure } from './provider-clients.ts';
import { beginAttempt, consumeAttempt } from './sign-in-attempts.ts';

const attemptsPerCaller = { calls: 60, seconds: 600 };

const calls = {
  google: { login: contract.googleLogin, callback: contract.googleCallback },
  platform: { login: contract.platformLogin, callback: contract.platformCallback },
} as const;

export function providersRoutes(app: FastifyInstance, deps: Deps): void {
  const { config, cookie } = deps;
  const when = (now: Date) => ({ isSecure: cookie.isSecure, now });
  const clients = createProviderClients(config);
  const names = { google: 'Google', platform: config.platformName };

  handle(app, deps, contract.signInProviders, async () => ({
    providers: contract.ProviderId.options.map((id) => ({
      id,
      name: names[id],
      isConfigured: clients[id] !== undefined,
      reason: clients[id] ? null : `${names[id]} is not available here.`,
      loginPath: calls[id].login.path,
    })),
    passwordPolicy: config.passwordPolicy,
  }));

  for (const id of contract.ProviderId.options) {
    const client = () => {
      const configured = clients[id];
      if (!configured) throw new Refusal('provider_not_configured');
      return configured;
    };

    handle(
      app,
      deps,
      calls[id].login,
      async ({ db, query, now, request, reply }) => {
        const returnTo = ownReturnPath(query.returnTo);
        const { invitation } = query;
        const invitationHash = invitation === undefined ? null : invitationHashOf(invitation);
        try {
          const { url, secrets } = await client().begin({ returnTo, invitationHash });
          await beginAttempt(db, { request, reply }, secrets, when(now));
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
        const configured = client();
        if (!isNavigation(request)) throw new Refusal('foreign_origin');
        const answer = new URL(request.url, config.publicUrl);
        const asked = { provider: id, state: answer.searchParams.get('state') };
        const exchange = { request, reply };
        const attempt = await consumeAttempt(db, exchange, asked, when(now));
        try {
          if (!attempt) throw new SignInFailure('failed');
          const { identity, claimFault } = await configured.finish(answer, attempt);
          if (claimFault !== null)
            request.log.warn({ provider: id, fault: claimFault }, 'values of the role claim were ignored');
          const { returnTo, invitationHash } = attempt;
          try {
            const visit = { reply, sid, now, guest: user, identity };
            const account = await arrive(db, deps, visit, async () => ({
              invitationHash,
              termsVersion: null,
            }));
            reply.redirect(firstPath(account, returnTo));
          } catch (error) {
            if (!(error instanceof Refusal && error.code === 'terms_required')) throw error;
            await holdAccount(db, exchange, { identity, returnTo, invitationHash }, when(now));
            reply.redirect(screens['accept-terms'].path);
          }
        } catch (error) {
          const problem = problemOf(error);
          if (problem === null) throw error;
          const entry = {
            problem,
            provider: id,
            err: error instanceof SignInFailure ? error.cause : undefined,
          };
          request.log.info(entry, 'a sign-in did not come about');
          reply.redirect(loginPage(problem, attempt?.returnTo ?? null));
        }
      },
      { limit: attemptsPerCaller },
    );
  }
}
