import * as contract from '@zapdeck/contract/apps';
import { TOTAL_COUNT_HEADER } from '@zapdeck/contract/feed';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Deps } from '../../deps.ts';
import { handle } from '../../http/contract-route.ts';
import { listLikedApps, listOwnApps, listPendingApps, type Page } from './app-lists.ts';
import type { UrlRules } from './app-url.ts';
import { reviewApp, submitApp } from './apps.ts';

const submissionsPerMember = { calls: 30, seconds: 3_600 };

function sendPage<T>(reply: FastifyReply, { items, total }: Page<T>): T[] {
  void reply.header(TOTAL_COUNT_HEADER, total);
  return items;
}

/** Submitting, the lists of one's own, and the review by admins. */
export function appsRoutes(app: FastifyInstance, deps: Deps): void {
  const { config } = deps;
  const rules: UrlRules = {
    publicUrl: config.publicUrl,
    demoUrl: config.isDemo ? config.demoUrl : undefined,
    allowsPrivateUrls: config.allowsPrivateUrls,
  };

  handle(
    app,
    deps,
    contract.submitApp,
    ({ db, body, user, now }) => submitApp(db, { form: body, submitter: user, rules, now }),
    { limit: submissionsPerMember },
  );

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
