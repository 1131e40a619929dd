import * as contract from '@zapdeck/contract/sign-in/identities';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { handle } from '../../http/contract-route.ts';
import { clearSessionCookie } from '../../accounts/session-changes.ts';
import { presentIdentities, unlinkOwnIdentity } from './linked-identities.ts';

export function identitiesRoutes(app: FastifyInstance, deps: Deps): void {
  const { config, cookie } = deps;

  handle(app, deps, contract.linkedIdentities, async ({ user, proof }) =>
    presentIdentities(user, config, proof),
  );

  handle(
    app,
    deps,
    contract.unlinkIdentity,
    async ({ db, user, sid, params: { provider }, request, reply, now }) => {
      const owner = { userId: user.id, sid };
      const ended = await unlinkOwnIdentity(db, deps, owner, { provider, request, now });
      if (sid !== undefined && ended.includes(sid)) clearSessionCookie(reply, cookie);
    },
  );
}
