import * as contract from '@zapdeck/contract/sign-in/proof';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { handle } from '../../http/contract-route.ts';
import { Refusal } from '../../http/refusal.ts';
import { isProved } from '../../accounts/session.ts';
import { prove, readWaysToProve } from './proof.ts';

export function proofRoutes(app: FastifyInstance, deps: Deps): void {
  handle(app, deps, contract.waysToProve, async ({ db, user, proof, now }) => ({
    isProved: isProved({ user, ...proof }, now),
    ...(await readWaysToProve(db, deps, user)),
  }));

  handle(app, deps, contract.prove, async ({ db, user, sid, sessionId, body, request, now }) => {
    if (sid === undefined) throw new Refusal('unauthorized');
    await prove(db, deps, { user, sid, sessionId, body, request, now });
    return { provedAt: now.toISOString() };
  });
}
