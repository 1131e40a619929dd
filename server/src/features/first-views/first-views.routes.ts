import * as contract from '@zapdeck/contract/feed/first-views';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { handle } from '../../http/contract-route.ts';
import { readAdminFirstViews } from './admin-first-views.ts';
import { readOwnFirstViews } from './own-first-views.ts';
import { promiseOf, readState } from './promise.ts';
import { replaceWaitingVersion } from './send-version.ts';

const versionsPerMember = { calls: 30, seconds: 3_600 };

/** Registers the endpoints of first views. */
export function firstViewsRoutes(app: FastifyInstance, deps: Deps): void {
  handle(app, deps, contract.firstViewsPromise, async ({ db }) => promiseOf(await readState(db)));

  handle(app, deps, contract.ownFirstViews, ({ db, user, params, now }) =>
    readOwnFirstViews(db, { appId: params.id, makerId: user.id, now }),
  );

  handle(
    app,
    deps,
    contract.sendVersion,
    async ({ db, user, params, body, now }) => {
      const asked = { appId: params.id, makerId: user.id, now };
      await replaceWaitingVersion(db, { ...asked, note: body.note });
      return readOwnFirstViews(db, asked);
    },
    { limit: versionsPerMember },
  );

  handle(
    app,
    deps,
    contract.cancelVersion,
    async ({ db, user, params, now }) => {
      const asked = { appId: params.id, makerId: user.id, now };
      await replaceWaitingVersion(db, { ...asked, note: null });
      return readOwnFirstViews(db, asked);
    },
    { limit: versionsPerMember },
  );

  handle(app, deps, contract.adminFirstViews, ({ db, now }) => readAdminFirstViews(db, now));
}
