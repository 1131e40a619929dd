import * as contract from '@zapdeck/contract/auth';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { handle } from '../../http/contract-route.ts';
import { hashedCaller } from '../../http/rate-limit.ts';
import { endSession, startSession } from '../../http/session.ts';
import { authenticate, createGuest, presentCurrentUser, register } from './auth.ts';

const loginsPerAccountAndNetwork = { calls: 10, seconds: 300 };
const loginsPerNetwork = { calls: 100, seconds: 300 };
const signupsPerNetwork = { calls: 20, seconds: 3_600 };
const guestsPerNetwork = { calls: 60, seconds: 3_600 };

/** Only a navigation of our own pages, or one typed by the person, may end the session. */
function isOwnNavigation(headers: Record<string, unknown>): boolean {
  const site = headers['sec-fetch-site'];
  const mode = headers['sec-fetch-mode'];
  const purpose = headers['sec-purpose'] ?? headers['purpose'];
  if (purpose !== undefined) return false;
  return (site === 'same-origin' || site === 'none') && mode === 'navigate';
}

/** Signing up, in and out, and being a guest; specification, section 7. */
export function authRoutes(app: FastifyInstance, deps: Deps): void {
  const { cookie, passwords } = deps;

  handle(app, deps, contract.currentUser, async ({ user }) => presentCurrentUser(user));

  handle(
    app,
    deps,
    contract.login,
    async ({ db, body, sid, now, request, reply }) => {
      // By account and network together, so that nobody can lock the owner out from elsewhere.
      await deps.rateLimits.consume(
        'login',
        hashedCaller(body.email, request.ip),
        loginsPerAccountAndNetwork,
      );
      const user = await authenticate(db, passwords, body);
      await startSession(db, reply, cookie, user, { now, previous: sid });
      return presentCurrentUser(user);
    },
    { limit: loginsPerNetwork },
  );

  handle(
    app,
    deps,
    contract.signup,
    async ({ db, body, user: guest, sid, now, reply }) => {
      const user = await register(db, passwords, body, guest, now);
      await startSession(db, reply, cookie, user, { now, previous: sid });
      return presentCurrentUser(user);
    },
    { limit: signupsPerNetwork },
  );

  handle(
    app,
    deps,
    contract.continueAsGuest,
    async ({ db, user, now, reply }) => {
      if (user) return presentCurrentUser(user);
      const guest = await createGuest(db, now);
      await startSession(db, reply, cookie, guest, { now, previous: undefined });
      return presentCurrentUser(guest);
    },
    { limit: guestsPerNetwork },
  );

  handle(app, deps, contract.logout, async ({ db, sid, request, reply }) => {
    if (sid !== undefined && isOwnNavigation(request.headers)) await endSession(db, reply, cookie, sid);
    reply.redirect('/');
  });

  handle(app, deps, contract.loginRedirect, async ({ request, reply }) => {
    const { search } = new URL(request.url, deps.config.publicUrl);
    reply.redirect(`/login${search}`);
  });
}
