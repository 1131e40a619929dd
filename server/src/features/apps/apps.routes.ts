import * as contract from '@zapdeck/contract/apps';
import { TOTAL_COUNT_HEADER } from '@zapdeck/contract/feed';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Deps } from '../../deps.ts';
import { handle } from '../../http/contract-route.ts';
import { listLikedApps, listOwnApps, listPendingApps, type Page } from './app-lists.ts';
import { urlRulesOf } from './app-url.ts';
import { reviewApp, submitApp } from './apps.ts';
import { checkApp } from './frame-check.ts';
import { previewApp } from './preview-app.ts';

const submissionsPerMember = { calls: 30, seconds: 3_600 };
/** A form asks when typing pauses; each time we fetch a page for somebody. */
const previewsPerMember = { calls: 60, seconds: 600 };

function sendPage<T>(reply: FastifyReply, { items, total }: Page<T>): T[] {
  void reply.header(TOTAL_COUNT_HEADER, total);
  return items;
}

/** Submitting, the lists of one's own, and the review by admins. */
export function appsRoutes(app: FastifyInstance, deps: Deps): void {
  const rules = urlRulesOf(deps.config);
  const checks = { fetchPublic: deps.fetchPublic, rules, clock: deps.clock };

  handle(
    app,
    deps,
    contract.submitApp,
    async ({ db, body, user, now }) => {
      const submitted = await submitApp(db, { form: body, submitter: user, rules, now });
      deps.background.start(() => checkApp(db, { ...submitted, unreachableSince: null }, checks));
      return submitted;
    },
    { limit: submissionsPerMember },
  );

  handle(app, deps, contract.previewApp, ({ db, query }) => previewApp(db, query.url, checks), {
    limit: previewsPerMember,
  });

  handle(app, deps, contract.ownApps, async ({ db, user, query, reply }) =>
    sendPage(reply, await listOwnApps(db, user, query)),
  );

  handle(app, deps, contract.likedApps, async ({ db, user, query, reply }) =>
    sendPage(reply, await listLikedApps(db, user, query)),
  );

  handle(app, deps, contract.pendingApps, async ({ db, user, query, reply }) =>
    sendPage(reply, await listPendingApps(db, user, query)),
  );

  handle(app, deps, contract.setAppStatus, ({ db, params, body, user, now }) => {
    const { status, reason } = body;
    return reviewApp(db, { id: params.id, status, reason: reason?.trim() || null, reviewer: user, now });
  });
}
