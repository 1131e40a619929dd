import * as contract from '@zapdeck/contract/terms';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { handle } from '../../http/contract-route.ts';
import { Refusal } from '../../http/refusal.ts';
import { refreshTermsIfRequired } from '../registration/refresh-terms.ts';
import { arrive, firstPath, loginPage, problemOf } from './arrive.ts';
import { dropAccount, forgetAccount, readAccount, takeAccount } from './pending-accounts.ts';

const acceptances = { calls: 20, seconds: 600 };

/** Registers the routes of first sign-ins that wait for consent to the terms. */
export function pendingAccountsRoutes(app: FastifyInstance, deps: Deps): void {
  const { config, cookie } = deps;
  const names = { google: 'Google', platform: config.platformName };
  const when = (now: Date) => ({ isSecure: cookie.isSecure, now });

  handle(app, deps, contract.pendingAccount, async ({ db, request, reply, now }) => {
    const pending = await readAccount(db, { request, reply }, when(now));
    if (!pending) throw new Refusal('sign_in_expired');
    const { id, identity } = pending;
    return { id, provider: names[identity.provider], email: identity.verifiedEmail ?? '' };
  });

  handle(
    app,
    deps,
    contract.createPendingAccount,
    async ({ db, body, user, sid, request, reply, now }) => {
      const exchange = { request, reply };
      const pending = await readAccount(db, exchange, when(now));
      if (!pending) throw new Refusal('sign_in_expired');
      const { identity, returnTo } = pending;
      try {
        const arrived = arrive(db, deps, { reply, sid, now, guest: user, identity }, async (tx) => {
          const taken = await takeAccount(tx, exchange, body.id, when(now));
          if (!taken) throw new Refusal('sign_in_expired');
          return { invitationHash: taken.invitationHash, termsVersion: body.termsVersion };
        });
        const account = await refreshTermsIfRequired(deps.instance, arrived);
        forgetAccount(exchange, when(now));
        return { next: firstPath(account, returnTo) };
      } catch (error) {
        const problem = problemOf(error);
        if (problem === null) throw error;
        request.log.info({ problem }, 'a sign-in did not come about');
        await dropAccount(db, exchange, when(now));
        return { next: loginPage(problem, returnTo) };
      }
    },
    { limit: acceptances },
  );

  handle(app, deps, contract.dropPendingAccount, ({ db, request, reply, now }) =>
    dropAccount(db, { request, reply }, when(now)),
  );
}
