import * as contract from '@zapdeck/contract/sign-in/auth';
import { signup } from '@zapdeck/contract/sign-in/signup';
import { screens } from '@zapdeck/contract/instance/screens';
import type { FastifyInstance } from 'fastify';
import { inTransaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import { handle } from '../../http/contract-route.ts';
import { keepAccountLanguage } from '../../http/language.ts';
import { isOwnNavigation } from '../../http/origin.ts';
import { recordSecurityEvent } from '../../accounts/security-events.ts';
import { endSession, lockUser } from '../../accounts/session-changes.ts';
import { requireGuests } from '../registration/join.ts';
import { refreshTermsIfRequired } from '../registration/refresh-terms.ts';
import { countSignup } from '../registration/signup-limits.ts';
import { logIn, presentCurrentUser, register, startAsGuest } from './auth.ts';
import { countSignIn } from './sign-in-limits.ts';

export function authRoutes(app: FastifyInstance, deps: Deps): void {
  const { cookie, rateLimits, config } = deps;
  const signups = { calls: config.signupsPerMinute, seconds: 60 };

  handle(app, deps, contract.currentUser, async ({ user, request, reply }) => {
    keepAccountLanguage(request, reply, cookie.isSecure);
    return presentCurrentUser(user, deps.instance());
  });

  handle(app, deps, contract.login, async ({ db, body, sid, now, reply }) => {
    const attempt = await countSignIn(db, deps, body.email, { reply, now });
    const user = await logIn(db, deps, { form: body, browser: { reply, cookie, sid, now }, attempt });
    return presentCurrentUser(user, deps.instance());
  });

  handle(app, deps, signup, async ({ db, body, user: guest, sid, now, request, reply }) => {
    await countSignup(deps, { work: body.work, request, now });
    await rateLimits.consume('signups', 'everybody', signups);
    const browser = { reply, cookie, sid, now };
    const countTry = async () => void (await countSignIn(db, deps, body.email, { reply, now }));
    const account = { form: body, guest, browser, countTry };
    const made = await refreshTermsIfRequired(deps.instance, register(db, deps, account));
    return presentCurrentUser(made, deps.instance());
  });

  handle(app, deps, contract.continueAsGuest, async ({ db, user, sid, now, reply }) => {
    if (user?.isGuest) await requireGuests(db);
    const guest = user ?? (await startAsGuest(db, deps, { reply, sid, now }));
    return presentCurrentUser(guest, deps.instance());
  });

  handle(app, deps, contract.logout, async ({ db, user, sid, now, request, reply }) => {
    const isMeant = isOwnNavigation(request, deps.config.publicUrl);
    if (sid !== undefined && isMeant)
      await inTransaction(db, async (tx) => {
        if (user && !user.isGuest && (await lockUser(tx, user.id)))
          await recordSecurityEvent(tx, { userId: user.id, event: 'signed_out', request, now });
        await endSession(tx, reply, cookie, sid);
      });
    // Browsers move the focus to the content. Otherwise it is lost with the previous page.
    reply.redirect('/#content');
  });

  handle(app, deps, contract.loginRedirect, async ({ request, reply }) => {
    const { search } = new URL(request.url, deps.config.publicUrl);
    reply.redirect(screens.login.path + search);
  });
}
