import { reportApp } from '@zapdeck/contract/reports';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { handle } from '../../http/contract-route.ts';
import { createReport } from './reports.ts';

const reportsPerMember = { calls: 20, seconds: 3_600 };

/** Reporting an app. */
export function reportsRoutes(app: FastifyInstance, deps: Deps): void {
  handle(
    app,
    deps,
    reportApp,
    ({ db, body, user, now }) => createReport(db, { ...body, reportedBy: user.id, now }),
    { limit: reportsPerMember },
  );
}
