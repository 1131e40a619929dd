import * as contract from '@zapdeck/contract/auth';
import { signup } from '@zapdeck/contract/signup';
import { screens } from '@zapdeck/contract/screens';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '../../deps.ts';
import { handle } from '../../http/contract-route.ts';
import { isOwnNavigation } from '../../http/origin.ts';
import { type AccountLimits, networkOf, throttleAccount } from '../../http/rate-limit.ts';
import { endSession } from '../../http/session-changes.ts';
import { logIn, presentCurrentUser, register, startAsGuest } from './auth.ts';

const loginLimits: AccountLimits = {
  perAccountAndNetwork: { calls: 10, seconds: 300 },
  perNetwork: { calls: 100, seconds: 300 },
  perAccount: { calls: 50, seconds: 300 },
};
const signupsPerNetwork = { calls: 20, seconds: 3_600 };

/** Signing up, in and out, and being a guest; specification, section 7. */
export function authRoutes(app: FastifyInstance, deps: Deps): void {
  const { cookie, passwords, rateLimits } = deps;

  const countTry = async (account: string, { ip, log }: FastifyRequest) => {
    const isWithin = await throttleAccount(rateLimits, 'login', { account, address: ip }, loginLimits);
    if (!isWithin) log.warn('one account is tried from several networks');
  };

  handle(app, deps, contract.currentUser, async ({ user }) => presentCurrentUser(user));

  handle(app, deps, contract.login, async ({ db, body, sid, now, request, reply }) => {
    await countTry(body.email, request);
    return presentCurrentUser(await logIn(db, passwords, body, { reply, cookie, sid, now }));
  });

  handle(app, deps, signup, async ({ db, body, user: guest, sid, now, request, reply }) => {
    await rateLimits.consume('signup', networkOf(request.ip), signupsPerNetwork);
    const browser = { reply, cookie, sid, now };
    const account = { form: body, guest, browser, countTry: () => countTry(body.email, request) };
    return presentCurrentUser(await register(db, deps, account));
  });

  handle(app, deps, contract.continueAsGuest, async ({ db, user, sid, now, reply }) =>
    presentCurrentUser(user ?? (await startAsGuest(db, deps, { reply, sid, now }))),
  );

  handle(app, deps, contract.logout, async ({ db, sid, request, reply }) => {
    const isMeant = isOwnNavigation(request, deps.config.publicUrl);
    if (sid !== undefined && isMeant) await endSession(db, reply, cookie, sid);
    reply.redirect('/');
  });

  handle(app, deps, contract.loginRedirect, async ({ request, reply }) => {
    const { search } = new URL(request.url, deps.config.publicUrl);
    reply.redirect(screens.login.path + search);
  });
}
