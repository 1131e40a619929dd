import * as contract from '@zapdeck/contract/accounts/users';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { handle, sendListPage } from '../../http/contract-route.ts';
import { editUser, listUsers } from './admin-users.ts';
import { reportZapCount } from './users.ts';

const zapCountsPerMember = { calls: 300, seconds: 60, perNode: true } as const;

/** Rows per session without proof. API tokens have no such limit. */
const rowsUnproved = { calls: contract.USER_ROWS_MAX, seconds: 3_600 };

export function usersRoutes(app: FastifyInstance, deps: Deps): void {
  handle(app, deps, contract.reportZapCount, ({ db, user, body }) => reportZapCount(db, user.id, body), {
    limit: zapCountsPerMember,
  });

  handle(app, deps, contract.adminUsers, async ({ db, query, sessionId, requireProof, reply }) => {
    const page = await listUsers(db, query);
    const rows = page.items.length;
    const isWithin =
      sessionId === undefined || (await deps.rateLimits.isWithin('user-rows', sessionId, rowsUnproved, rows));
    if (!isWithin) requireProof();
    return sendListPage(reply, page);
  });

  handle(app, deps, contract.editUser, ({ db, params, body, user, now }) =>
    editUser(db, { jobs: deps.jobs, id: params.id, edit: body, editorId: user.id, now }),
  );
}
