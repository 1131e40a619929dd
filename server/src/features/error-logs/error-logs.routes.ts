import { adminErrorGroups, adminErrorLogs, reportError } from '@zapdeck/contract/instance/error-logs';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { handle, sendListPage } from '../../http/contract-route.ts';
import { consumeForNetwork } from '../../http/rate-limit.ts';
import { listErrorGroups, listErrorLogs, storeErrorReport } from './error-logs.ts';

const reportsPerCaller = { calls: 30, seconds: 60 };
const reportsPerStrangers = { calls: 10, seconds: 60, perNode: true } as const;
const reportsPerNode = { calls: 300, seconds: 60, perNode: true } as const;

export function errorLogsRoutes(app: FastifyInstance, deps: Deps): void {
  handle(
    app,
    deps,
    reportError,
    async ({ db, body, user, now, request }) => {
      if (!user || user.isGuest)
        await consumeForNetwork(deps.rateLimits, 'error-reports-strangers', request.ip, reportsPerStrangers);
      await deps.rateLimits.consume('error-reports', 'everybody', reportsPerNode);
      await storeErrorReport(db, body, { userId: user?.id ?? null, now });
    },
    { limit: reportsPerCaller },
  );

  handle(app, deps, adminErrorLogs, async ({ db, query, reply }) =>
    sendListPage(reply, await listErrorLogs(db, query)),
  );

  handle(app, deps, adminErrorGroups, async ({ db, query, now, reply }) =>
    sendListPage(reply, await listErrorGroups(db, query, now)),
  );
}
