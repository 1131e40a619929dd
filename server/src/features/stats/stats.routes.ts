import * as contract from '@zapdeck/contract/instance/stats';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { handle } from '../../http/contract-route.ts';
import { readAdminStats, readUpkeep } from './stats.ts';
import { readStatsHistory } from './stats-history.ts';

export function statsRoutes(app: FastifyInstance, deps: Deps): void {
  handle(app, deps, contract.adminStats, ({ db, now }) => readAdminStats(db, now));
  handle(app, deps, contract.statsHistory, ({ db, query, now }) =>
    readStatsHistory(db, { days: query.days, now }),
  );
  handle(app, deps, contract.adminUpkeep, ({ db }) => readUpkeep(db));
}
