import * as appCheck from '@zapdeck/contract/app-checks';
import * as preview from '@zapdeck/contract/app-preview';
import * as contract from '@zapdeck/contract/apps';
import { ownApps } from '@zapdeck/contract/own-app';
import * as verification from '@zapdeck/contract/verification';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { handle } from '../../http/contract-route.ts';
import { sendListPage } from '../../http/send-list-page.ts';
import type { AppChecks } from '../frames/checks/requested-checks.ts';
import { urlRulesOf } from './address/url-rules.ts';
import { listLikedApps, listOwnApps } from './own/own-lists.ts';
import { submitApp } from './submit/submit-app.ts';
import { WORK_TIMEOUT_MS } from '../../db/client.ts';
import { recalculateTimeStats, resetStats } from './numbers/catalogue-work.ts';
import { checkApp } from '../frames/checks/frame-check.ts';
import { viewerOf } from './present/present-app.ts';
import { previewApp } from '../frames/checks/preview-app.ts';
import { readVerification } from '../frames/verification/verification.ts';
import { verifyNow } from '../frames/checks/verify-now.ts';

const submissionsPerMember = { calls: 30, seconds: 3_600 };
/** A form asks when typing pauses; each time we fetch a page for somebody. */
const previewsPerMember = { calls: 60, seconds: 600 };
/** Each time we fetch a page for somebody, though never one of their choice. */
const checksPerPerson = { calls: 30, seconds: 600 };
/** A person who swipes quickly makes a frame a second. Each frame may have us fetch a page, never one of their choice. */
const framesPerPerson = { calls: 600, seconds: 600, perNode: true } as const;
/** Each time we fetch a page and a file for somebody. */
const verificationsPerMember = { calls: 20, seconds: 600 };

/** They go through the whole catalogue. */
const catalogueWorkPerAdmin = { calls: 30, seconds: 60, perNode: true } as const;

/** Submitting, checking, the lists of one's own, and what goes through the whole catalogue. */
export function appsRoutes(app: FastifyInstance, deps: Deps, appChecks: AppChecks): void {
  const { config, jobs } = deps;
  const rules = urlRulesOf(config);
  const checks = { fetchPublic: deps.fetchPublic, rules, clock: deps.clock, jobs };

  handle(
    app,
    deps,
    contract.submitApp,
    async ({ db, body, user, now, afterwards }) => {
      const submitted = await submitApp(db, {
        jobs,
        form: body,
        submitter: viewerOf(user, config),
        rules,
        now,
      });
      afterwards(() => checkApp(deps.db, submitted, checks));
      return submitted;
    },
    { limit: submissionsPerMember },
  );

  handle(
    app,
    deps,
    preview.previewApp,
    ({ db, query, user }) =>
      previewApp(
        db,
        { address: query.url, memberId: user.id },
        { ...checks, pictureMaker: deps.pictureMaker },
      ),
    {
      limit: previewsPerMember,
    },
  );

  handle(
    app,
    deps,
    appCheck.checkApp,
    async ({ params }) => ({ frameStatus: await appChecks.checkNow(params.id) }),
    { limit: checksPerPerson },
  );

  handle(
    app,
    deps,
    appCheck.confirmApp,
    async ({ params }) => ({ frameStatus: await appChecks.confirm(params.id) }),
    { limit: framesPerPerson },
  );

  handle(app, deps, verification.readVerification, ({ db, params, user }) =>
    readVerification(db, { appId: params.id, userId: user.id }),
  );

  handle(
    app,
    deps,
    verification.checkVerification,
    ({ db, params, user }) => verifyNow(db, { appId: params.id, userId: user.id }, checks),
    { limit: verificationsPerMember },
  );

  handle(app, deps, ownApps, async ({ db, user, query, reply }) =>
    sendListPage(reply, await listOwnApps(db, viewerOf(user, config), query)),
  );

  handle(app, deps, contract.likedApps, async ({ db, user, query, reply }) =>
    sendListPage(reply, await listLikedApps(db, viewerOf(user, config), query)),
  );

  handle(
    app,
    deps,
    contract.recalculateTimeStats,
    ({ db, user, now }) => recalculateTimeStats(db, { actorId: user.id, now }),
    { limit: catalogueWorkPerAdmin, workMs: WORK_TIMEOUT_MS },
  );

  handle(app, deps, contract.resetStats, ({ user, now }) => resetStats(deps, { actorId: user.id, now }), {
    limit: catalogueWorkPerAdmin,
    workMs: WORK_TIMEOUT_MS,
  });
}
