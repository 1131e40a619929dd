import * as contract from '@zapdeck/contract/moderation/takebacks';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { handle } from '../../http/contract-route.ts';
import { readTakeback, undoTakeback } from './takebacks.ts';

export function takebacksRoutes(app: FastifyInstance, deps: Deps): void {
  handle(app, deps, contract.readTakeback, ({ db, params }) => readTakeback(db, params.id));

  handle(app, deps, contract.undoTakeback, ({ db, params, user, now }) =>
    undoTakeback(db, { jobs: deps.jobs, id: params.id, admin: user, now }),
  );
}
