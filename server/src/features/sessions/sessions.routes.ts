import * as contract from '@zapdeck/contract/sign-in/sessions';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { handle } from '../../http/contract-route.ts';
import { clearSessionCookie } from '../../accounts/session-changes.ts';
import { endOwnSession, endPersonSession, listSessions } from './sessions.ts';

export function sessionsRoutes(app: FastifyInstance, deps: Deps): void {
  const { cookie } = deps;

  handle(app, deps, contract.ownSessions, ({ db, user, sid, now }) =>
    listSessions(db, user.id, { sid, now }),
  );

  handle(
    app,
    deps,
    contract.endOwnSession,
    async ({ db, user, sid, params: { id }, now, request, reply }) => {
      const ended = await endOwnSession(db, { userId: user.id, id, request, now });
      if (ended === sid) clearSessionCookie(reply, cookie);
    },
  );

  handle(app, deps, contract.personSessions, ({ db, params, sid, now }) =>
    listSessions(db, params.id, { sid, now }),
  );

  handle(app, deps, contract.endPersonSession, ({ db, params, user, now }) =>
    endPersonSession(db, { ...params, adminId: user.id, now }),
  );
}
