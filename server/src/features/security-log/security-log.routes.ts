import { ownSecurityLog, securityLog } from '@zapdeck/contract/accounts/security-log';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { handle, sendListPage } from '../../http/contract-route.ts';
import { listEvents, listOwnEvents } from './security-log.ts';

export function securityLogRoutes(app: FastifyInstance, deps: Deps): void {
  handle(app, deps, ownSecurityLog, async ({ db, user, query, reply }) =>
    sendListPage(reply, await listOwnEvents(db, user.id, query)),
  );
  handle(app, deps, securityLog, async ({ db, query, reply }) =>
    sendListPage(reply, await listEvents(db, query)),
  );
}
