import * as contract from '@zapdeck/contract/feed/taste';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { handle } from '../../http/contract-route.ts';
import { clearTaste, readTaste, setLess } from './taste.ts';

/** Registers the endpoints of the member's taste. */
export function tasteRoutes(app: FastifyInstance, deps: Deps): void {
  handle(app, deps, contract.readTaste, ({ db, user }) => readTaste(db, user.id));

  handle(app, deps, contract.setLess, ({ db, user, body, now }) => setLess(db, user.id, body, now));

  handle(app, deps, contract.clearTaste, ({ db, user, body, now }) => clearTaste(db, user.id, body, now));
}
