import { waiting } from '@zapdeck/contract/accounts/waiting';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../../deps.ts';
import { handle } from '../../../http/contract-route.ts';
import { readWaiting } from './waiting.ts';

export function waitingRoutes(app: FastifyInstance, deps: Deps): void {
  handle(app, deps, waiting, ({ db, now }) => readWaiting(db, now));
}
