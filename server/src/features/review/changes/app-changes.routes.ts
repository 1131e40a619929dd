import * as contract from '@zapdeck/contract/apps/app-changes';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../../deps.ts';
import { handle, sendListPage } from '../../../http/contract-route.ts';
import type { CheckApp } from '../../listings/address/new-address.ts';
import { viewerOf } from '../../listings/present/present-app.ts';
import { decideChanges } from './decide-changes.ts';
import { listChangedApps } from './changed-apps.ts';
import { languageOf } from '../../../http/language.ts';

export function appChangesRoutes(app: FastifyInstance, deps: Deps, checkApp: CheckApp): void {
  const { config, jobs } = deps;

  handle(app, deps, contract.changedApps, async ({ db, user, query, reply, request }) =>
    sendListPage(reply, await listChangedApps(db, viewerOf(user, config, languageOf(request)), query)),
  );

  handle(app, deps, contract.decideChanges, async ({ db, params, body, user, now, afterwards, request }) => {
    const asked = { ...body, id: params.id, jobs, viewer: viewerOf(user, config, languageOf(request)), now };
    const { app: decided, isMoved } = await decideChanges(db, asked);
    if (isMoved) afterwards(() => checkApp(decided));
    return decided;
  });
}
