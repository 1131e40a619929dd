import { allowAppPicture } from '@zapdeck/contract/app-pictures';
import * as preview from '@zapdeck/contract/app-preview';
import * as contract from '@zapdeck/contract/apps';
import * as verification from '@zapdeck/contract/verification';
import * as decisions from '@zapdeck/contract/decisions';
import { pendingApps } from '@zapdeck/contract/pending-apps';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { handle } from '../../http/contract-route.ts';
import { sendListPage } from '../../http/send-list-page.ts';
import type { AppChecks } from './checks/app-checks.ts';
import { listAdminApps } from './moderation/admin-app-list.ts';
import { changeApp } from './moderation/admin-apps.ts';
import { allowPicture } from './pictures/app-picture.ts';
import { urlRulesOf } from './app-url.ts';
import { decideApp, decideApps } from './moderation/decisions.ts';
import { listLikedApps, listOwnApps } from './app-lists.ts';
import { listPendingApps } from './moderation/pending-list.ts';
import { submitApp } from './apps.ts';
import { recalculateTimeStats, resetStats, WORK_TIMEOUT_MS } from './catalogue-work.ts';
import { checkApp } from './checks/frame-check.ts';
import { viewerOf } from './present-app.ts';
import { previewApp } from './preview-app.ts';
import { readAdminApp } from './moderation/read-admin-app.ts';
import { undoDecisions } from './moderation/undo-decisions.ts';
import { readVerification } from './verification/verification.ts';
import { verifyNow } from './verification/verify-now.ts';

const submissionsPerMember = { calls: 30, seconds: 3_600 };
/** A form asks when typing pauses; each time we fetch a page for somebody. */
const previewsPerMember = { calls: 60, seconds: 600 };
/** Each time we fetch a page for somebody, though never one of their choice. */
const checksPerPerson = { calls: 30, seconds: 600 };
/** Each time we fetch a page and a file for somebody. */
const verificationsPerMember = { calls: 20, seconds: 600 };

/** They go through the whole catalogue. */
const catalogueWorkPerAdmin = { calls: 30, seconds: 60, perNode: true } as const;

/** Submitting, checking, the lists of one's own, and the review by admins. */
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
      afterwards(() => checkApp(deps.db, { ...submitted, unreachableSince: null }, checks));
      return submitted;
    },
    { limit: submissionsPerMember },
  );

  handle(
    app,
    deps,
    preview.previewApp,
    ({ db, query }) => previewApp(db, query.url, { ...checks, pictureMaker: deps.pictureMaker }),
    {
      limit: previewsPerMember,
    },
  );

  handle(
    app,
    deps,
    contract.checkApp,
    async ({ params }) => ({ frameStatus: await appChecks.checkNow(params.id) }),
    { limit: checksPerPerson },
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

  handle(app, deps, contract.ownApps, async ({ read, user, query, reply }) =>
    sendListPage(reply, await read((databases) => listOwnApps(databases, viewerOf(user, config), query))),
  );

  handle(app, deps, contract.likedApps, async ({ db, user, query, reply }) =>
    sendListPage(reply, await listLikedApps(db, viewerOf(user, config), query)),
  );

  handle(app, deps, pendingApps, async ({ read, user, query, now, reply }) =>
    sendListPage(
      reply,
      await read((databases) => listPendingApps(databases, viewerOf(user, config), query, now)),
    ),
  );

  handle(app, deps, contract.adminApps, async ({ read, user, query, now, reply }) =>
    sendListPage(
      reply,
      await read((databases) => listAdminApps(databases, viewerOf(user, config), query, now)),
    ),
  );

  handle(app, deps, contract.setAppStatus, async ({ db, params: { id }, body, user, now }) => {
    const { status: decision, reason = null, updatedAt: seenAt } = body;
    await decideApp(db, { jobs, id, decision, reason, seenAt, moderator: user, now });
    return readAdminApp(db, id, viewerOf(user, config));
  });

  handle(app, deps, decisions.decideApps, ({ db, body, user, now }) => {
    const { reason = null, seen = {} } = body;
    return decideApps(db, { jobs, ...body, reason, seen, moderator: user, now });
  });

  handle(app, deps, decisions.undoDecisions, ({ db, params, user, now }) =>
    undoDecisions(db, { batchId: params.id, moderator: user, now }),
  );

  handle(app, deps, contract.editApp, async ({ db, params, body, user, now, afterwards }) => {
    const viewer = viewerOf(user, config);
    const changed = await changeApp(db, { jobs, rules, id: params.id, edit: body, viewer, now });
    if (changed.isMoved)
      afterwards(() => checkApp(deps.db, { ...changed.app, unreachableSince: null }, checks));
    return changed.app;
  });

  handle(app, deps, allowAppPicture, ({ db, params, body, user, now }) =>
    allowPicture(db, { id: params.id, isAllowed: body.isAllowed, viewer: viewerOf(user, config), now }),
  );

  handle(
    app,
    deps,
    contract.recalculateTimeStats,
    ({ db, user, now }) => recalculateTimeStats(db, { actorId: user.id, now }),
    { limit: catalogueWorkPerAdmin, workMs: WORK_TIMEOUT_MS },
  );

  handle(app, deps, contract.resetStats, ({ db, user, now }) => resetStats(db, { actorId: user.id, now }), {
    limit: catalogueWorkPerAdmin,
    workMs: WORK_TIMEOUT_MS,
  });
}
