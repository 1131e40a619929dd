import * as contract from '@zapdeck/contract/sign-in/claim-roles';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { handle } from '../../http/contract-route.ts';
import { claimsKind } from '../settings/kinds.ts';
import { readSettings, saveSettings, sendVersion } from '../settings/settings.ts';
import { showClaimSettings } from './claim-settings.ts';

export function claimRolesRoutes(app: FastifyInstance, deps: Deps): void {
  const { config } = deps;
  handle(app, deps, contract.adminClaimRoles, async ({ db, reply }) =>
    sendVersion(reply, showClaimSettings(await readSettings(db, claimsKind), config)),
  );
  handle(app, deps, contract.saveClaimRoles, async ({ db, body, user, now, reply }) => {
    const stamp = { actorId: user.id, now, action: 'instance.claim_roles' } as const;
    return sendVersion(reply, showClaimSettings(await saveSettings(db, claimsKind, body, stamp), config));
  });
}
