import { adminReports, reportApp, reviewReport as reviewReportRoute } from '@zapdeck/contract/reports';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { handle } from '../../http/contract-route.ts';
import { sendListPage } from '../../http/send-list-page.ts';
import { createReport, listReports, reviewReport } from './reports.ts';

const reportsPerMember = { calls: 20, seconds: 3_600 };

/** Reporting an app, and the reports for admins. */
export function reportsRoutes(app: FastifyInstance, deps: Deps): void {
  handle(
    app,
    deps,
    reportApp,
    ({ db, body, user, now }) => createReport(db, { ...body, reportedBy: user.id, now }),
    { limit: reportsPerMember },
  );

  handle(app, deps, adminReports, async ({ read, query, reply }) =>
    sendListPage(reply, await read(({ db }) => listReports(db, query))),
  );

  handle(app, deps, reviewReportRoute, ({ db, params, body, user, now }) =>
    reviewReport(db, { id: params.id, status: body.status }, { actorId: user.id, now }),
  );
}
