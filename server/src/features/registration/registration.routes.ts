import * as contract from '@zapdeck/contract/accounts/invitations';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { handle, sendListPage } from '../../http/contract-route.ts';
import { createInvitation, isValidInvitation, listInvitations, revokeInvitation } from './invitations.ts';

export function registrationRoutes(app: FastifyInstance, deps: Deps): void {
  const { publicUrl } = deps.config;

  handle(app, deps, contract.invitations, async ({ db, query, reply }) =>
    sendListPage(reply, await listInvitations(db, query)),
  );

  handle(app, deps, contract.createInvitation, ({ db, body, user, now }) =>
    createInvitation(db, body, { actorId: user.id, now, publicUrl }),
  );

  handle(app, deps, contract.revokeInvitation, ({ db, params, user, now }) =>
    revokeInvitation(db, params.id, { actorId: user.id, now }),
  );

  handle(app, deps, contract.checkInvitation, async ({ db, body, now }) => ({
    isUsable: await isValidInvitation(db, body.invitation, now),
  }));
}
