import * as contract from '@zapdeck/contract/sign-in/claim-roles';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { handle } from '../../http/contract-route.ts';
import { saveClaimSettings, showClaimSettings } from './claim-settings.ts';

export function claimRolesRoutes(app: FastifyInstance, deps: Deps): void {
  const { config } = deps;
  handle(app, deps, contract.adminClaimRoles, ({ db }) => showClaimSettings(db, config));
  handle(app, deps, contract.saveClaimRoles, async ({ db, body, user, now }) => {
    await saveClaimSettings(db, body, { actorId: user.id, now });
    return showClaimSettings(db, config);
  });
}
