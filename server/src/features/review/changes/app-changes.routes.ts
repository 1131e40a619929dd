import * as contract from '@zapdeck/contract/app-changes';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../../deps.ts';
import { handle } from '../../../http/contract-route.ts';
import { sendListPage } from '../../../http/send-list-page.ts';
import { urlRulesOf } from '../../listings/address/url-rules.ts';
import { checkApp } from '../../frames/checks/frame-check.ts';
import { viewerOf } from '../../listings/present/present-app.ts';
import { decideChanges } from './decide-changes.ts';
import { listChangedApps } from './changed-apps.ts';

/** What moderators see of apps that changed since they were approved, and decide on. */
export function appChangesRoutes(app: FastifyInstance, deps: Deps): void {
  const { config, jobs } = deps;
  const checks = { fetchPublic: deps.fetchPublic, rules: urlRulesOf(config), clock: deps.clock, jobs };

  handle(app, deps, contract.changedApps, async ({ db, user, query, reply }) =>
    sendListPage(reply, await listChangedApps(db, viewerOf(user, config), query)),
  );

  handle(app, deps, contract.decideChanges, async ({ db, params, body, user, now, afterwards }) => {
    const asked = { ...body, id: params.id, jobs, viewer: viewerOf(user, config), now };
    const { app: decided, isMoved } = await decideChanges(db, asked);
    if (isMoved) afterwards(() => checkApp(deps.db, decided, checks));
    return decided;
  });
}
