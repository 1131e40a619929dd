import * as contract from '@zapdeck/contract/users';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { handle } from '../../http/contract-route.ts';
import { reportZapCount } from './users.ts';

/** What users report of themselves; specification, section 7. */
export function usersRoutes(app: FastifyInstance, deps: Deps): void {
  handle(app, deps, contract.reportZapCount, ({ db, user, body }) =>
    reportZapCount(db, user.id, body.zapCount),
  );
}
