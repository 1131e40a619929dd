import { allowAppPicture } from '@zapdeck/contract/pictures/app-pictures';
import * as contract from '@zapdeck/contract/apps/apps';
import * as decisions from '@zapdeck/contract/moderation/decisions';
import { pendingApps } from '@zapdeck/contract/moderation/pending-apps';
import type { FastifyInstance } from 'fastify';
import { WORK_TIMEOUT_MS } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import { handle, sendListPage } from '../../http/contract-route.ts';
import { urlRulesOf } from '../listings/address/url-rules.ts';
import type { CheckApp } from '../listings/address/new-address.ts';
import { allowPicture } from '../frames/pictures/app-picture.ts';
import { viewerOf } from '../listings/present/present-app.ts';
import { listAdminApps, readLanguagesInUse } from './apps/admin-app-list.ts';
import { changeApp } from './apps/edit-app.ts';
import { decideByFilter } from './decisions/decide-by-filter.ts';
import { decideApp, decideApps } from './decisions/decisions.ts';
import { listPendingApps } from './queue/pending-list.ts';
import { readAdminApp } from '../listings/present/read-admin-app.ts';
import { undoDecisions } from './decisions/undo-decisions.ts';
import { languageOf } from '../../http/language.ts';

export function reviewRoutes(app: FastifyInstance, deps: Deps, checkApp: CheckApp): void {
  const { config, jobs } = deps;
  const rules = urlRulesOf(config);

  handle(app, deps, pendingApps, async ({ db, user, query, now, reply, request }) =>
    sendListPage(reply, await listPendingApps(db, viewerOf(user, config, languageOf(request)), query, now)),
  );

  handle(app, deps, contract.adminApps, async ({ db, user, query, now, reply, request }) =>
    sendListPage(reply, await listAdminApps(db, viewerOf(user, config, languageOf(request)), query, now)),
  );

  handle(app, deps, contract.languagesInUse, ({ db }) => readLanguagesInUse(db));

  handle(app, deps, contract.setAppStatus, async ({ db, params: { id }, body, user, now, request }) => {
    const { status: decision, reason = null, updatedAt: seenAt } = body;
    await decideApp(db, { jobs, id, decision, reason, seenAt, moderator: user, now, clock: deps.clock });
    return readAdminApp(db, id, viewerOf(user, config, languageOf(request)));
  });

  handle(
    app,
    deps,
    decisions.decideApps,
    async ({ db, body, user, now }) => {
      const { ids = [], filter, decision, reason = null, seen = {}, batchId, after } = body;
      const asked = { jobs, decision, reason, seen, moderator: user, now, clock: deps.clock };
      if (filter) return decideByFilter(db, { ...asked, filter, batchId, after });
      return { ...(await decideApps(db, { ...asked, ids })), left: 0 };
    },
    { workMs: WORK_TIMEOUT_MS },
  );

  handle(
    app,
    deps,
    decisions.undoDecisions,
    ({ db, params, query, user, now }) =>
      undoDecisions(db, { batchId: params.id, after: query.after, moderator: user, now }),
    { workMs: WORK_TIMEOUT_MS },
  );

  handle(app, deps, contract.editApp, async ({ db, params, body, user, now, afterwards, request }) => {
    const viewer = viewerOf(user, config, languageOf(request));
    const changed = await changeApp(db, { jobs, rules, id: params.id, edit: body, viewer, now });
    if (changed.isMoved) afterwards(() => checkApp(changed.app));
    return changed.app;
  });

  handle(app, deps, allowAppPicture, ({ db, params, body, user, now, request }) =>
    allowPicture(db, {
      id: params.id,
      isAllowed: body.isAllowed,
      viewer: viewerOf(user, config, languageOf(request)),
      now,
    }),
  );
}
