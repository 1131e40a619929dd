import { adminErrorGroups, adminErrorLogs, reportError } from '@zapdeck/contract/error-logs';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { handle } from '../../http/contract-route.ts';
import { sendPage } from '../../http/send-page.ts';
import { listErrorGroups, listErrorLogs, storeErrorReport } from './error-logs.ts';

const reportsPerCaller = { calls: 30, seconds: 60 };

/** Errors that browsers met. */
export function errorLogsRoutes(app: FastifyInstance, deps: Deps): void {
  handle(
    app,
    deps,
    reportError,
    ({ db, body, user, now }) => storeErrorReport(db, body, { userId: user?.id ?? null, now }),
    { limit: reportsPerCaller },
  );

  handle(app, deps, adminErrorLogs, async ({ db, query, reply }) =>
    sendPage(reply, await listErrorLogs(db, query)),
  );

  handle(app, deps, adminErrorGroups, async ({ db, query, now, reply }) =>
    sendPage(reply, await listErrorGroups(db, query, now)),
  );
}
