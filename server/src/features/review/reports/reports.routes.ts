import {
  adminReports,
  reportApp,
  reviewReport as reviewReportRoute,
} from '@zapdeck/contract/moderation/reports';
import * as reported from '@zapdeck/contract/moderation/reported-apps';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../../deps.ts';
import { handle, sendListPage } from '../../../http/contract-route.ts';
import { viewerOf } from '../../listings/present/present-app.ts';
import { decideReportedApp } from './decide-reported-app.ts';
import { listReportedApps, listReportsOfApp } from './reported-apps.ts';
import { createReport, listReports, reviewReport } from './reports.ts';
import { languageOf } from '../../../http/language.ts';

const reportsPerMember = { calls: 20, seconds: 3_600 };

export function reportsRoutes(app: FastifyInstance, deps: Deps): void {
  const { clock, config, jobs } = deps;
  handle(
    app,
    deps,
    reportApp,
    ({ db, body, user, request }) =>
      createReport(db, { jobs, clock, ...body, reportedBy: user.id, address: request.ip }),
    { limit: reportsPerMember },
  );

  handle(app, deps, adminReports, async ({ db, query, reply }) =>
    sendListPage(reply, await listReports(db, query)),
  );

  handle(app, deps, reviewReportRoute, ({ db, params, body, user, now }) =>
    reviewReport(db, { id: params.id, status: body.status }, { actorId: user.id, now }),
  );

  handle(app, deps, reported.reportedApps, async ({ db, user, query, now, reply, request }) =>
    sendListPage(reply, await listReportedApps(db, viewerOf(user, config, languageOf(request)), query, now)),
  );

  handle(app, deps, reported.reportsOfApp, async ({ db, params, query, reply }) =>
    sendListPage(reply, await listReportsOfApp(db, params.id, query)),
  );

  handle(app, deps, reported.decideReportedApp, ({ db, params, body, user, now }) =>
    decideReportedApp(db, { jobs, appId: params.id, ...body, moderator: user, now, clock: deps.clock }),
  );
}
