import * as contract from '@zapdeck/contract/accounts/applications';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { handle, sendListPage } from '../../http/contract-route.ts';
import { answerQuestion, readOwnApplication } from '../registration/own-application.ts';
import { decideApplication, undoApplicationDecision } from './decide.ts';
import { listWaitingAccounts } from './waiting-accounts.ts';

export function approvalRoutes(app: FastifyInstance, deps: Deps): void {
  const { jobs } = deps;

  handle(app, deps, contract.ownApplication, async ({ db, user }) => ({
    application: await readOwnApplication(db, user),
  }));

  handle(app, deps, contract.answerQuestion, ({ db, user, body, now }) =>
    answerQuestion(db, user, body.answer, now),
  );

  handle(app, deps, contract.applications, async ({ db, query, reply }) =>
    sendListPage(reply, await listWaitingAccounts(db, query)),
  );

  handle(app, deps, contract.decideApplication, ({ db, params: { id }, body, user, now }) =>
    decideApplication(db, { jobs, id, stamp: { actorId: user.id, now }, ...body }),
  );

  handle(app, deps, contract.undoApplicationDecision, ({ db, params: { id }, user, now }) =>
    undoApplicationDecision(db, id, { actorId: user.id, now }),
  );
}
