import * as contract from '@zapdeck/contract/apps/apps';
import { ownApps } from '@zapdeck/contract/apps/own-app';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { handle, sendListPage } from '../../http/contract-route.ts';
import type { CheckApp } from './address/new-address.ts';
import { urlRulesOf } from './address/url-rules.ts';
import { listLikedApps, listOwnApps } from './own/own-lists.ts';
import { submitApp } from './submit/submit-app.ts';
import { WORK_TIMEOUT_MS } from '../../db/client.ts';
import { recalculateTimeStats, resetStats } from './numbers/catalogue-work.ts';
import { viewerOf } from './present/present-app.ts';
import { languageOf } from '../../http/language.ts';

const submissionsPerMember = { calls: 30, seconds: 3_600 };
const catalogueWorkPerAdmin = { calls: 30, seconds: 60, perNode: true } as const;

export function listingsRoutes(app: FastifyInstance, deps: Deps, checkApp: CheckApp): void {
  const { config, jobs } = deps;
  const rules = urlRulesOf(config);

  handle(
    app,
    deps,
    contract.submitApp,
    async ({ db, body, user, now, afterwards, request }) => {
      const submitted = await submitApp(db, {
        jobs,
        form: body,
        submitter: viewerOf(user, config, languageOf(request)),
        rules,
        now,
      });
      afterwards(() => checkApp(submitted));
      return submitted;
    },
    { limit: submissionsPerMember },
  );

  handle(app, deps, ownApps, async ({ db, user, query, reply, request }) =>
    sendListPage(reply, await listOwnApps(db, viewerOf(user, config, languageOf(request)), query)),
  );

  handle(app, deps, contract.likedApps, async ({ db, user, query, reply, request }) =>
    sendListPage(reply, await listLikedApps(db, viewerOf(user, config, languageOf(request)), query)),
  );

  handle(
    app,
    deps,
    contract.recalculateTimeStats,
    ({ db, user, now }) => recalculateTimeStats(db, { actorId: user.id, now }),
    { limit: catalogueWorkPerAdmin, workMs: WORK_TIMEOUT_MS },
  );

  handle(
    app,
    deps,
    contract.resetStats,
    ({ user, now }) => resetStats({ ...deps, pool: deps.bulk.pool }, { actorId: user.id, now }),
    {
      limit: catalogueWorkPerAdmin,
      workMs: WORK_TIMEOUT_MS,
    },
  );
}
