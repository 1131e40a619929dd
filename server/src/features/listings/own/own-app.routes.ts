import * as contract from '@zapdeck/contract/apps/own-app';
import { ownAppStats } from '@zapdeck/contract/apps/own-app-stats';
import { countShare } from '@zapdeck/contract/apps/shares';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../../deps.ts';
import { handle, sendListPage } from '../../../http/contract-route.ts';
import { readOwnTotals } from './own-lists.ts';
import { readOwnApp, readOwnHistory } from './own-app.ts';
import { readOwnStats } from '../numbers/own-app-stats.ts';
import { viewerOf } from '../present/present-app.ts';
import { addShare } from '../numbers/visits.ts';
import { languageOf } from '../../../http/language.ts';

const sharesPerPerson = { calls: 30, seconds: 600 };

export function ownAppRoutes(app: FastifyInstance, deps: Deps): void {
  handle(app, deps, contract.ownAppTotals, ({ db, user }) => readOwnTotals(db, user.id));

  handle(app, deps, contract.ownApp, ({ db, user, params, request }) =>
    readOwnApp(db, params.id, viewerOf(user, deps.config, languageOf(request))),
  );

  handle(app, deps, contract.ownAppHistory, async ({ db, user, params, query, request, reply }) => {
    const page = { ...query, language: languageOf(request) };
    return sendListPage(reply, await readOwnHistory(db, { appId: params.id, maker: user }, page));
  });

  handle(app, deps, ownAppStats, ({ db, user, params, now, request }) =>
    readOwnStats(db, { appId: params.id, makerId: user.id, language: languageOf(request), now }),
  );

  handle(app, deps, countShare, ({ db, params, now }) => addShare(db, params.id, now), {
    limit: sharesPerPerson,
  });
}
