import * as contract from '@zapdeck/contract/votes';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { handle } from '../../http/contract-route.ts';
import { castVote } from './votes.ts';

const votesPerMember = { calls: 240, seconds: 60, perNode: true } as const;

export function votesRoutes(app: FastifyInstance, deps: Deps): void {
  handle(app, deps, contract.castVote, ({ db, user, body, now }) => castVote(db, user.id, body, now), {
    limit: votesPerMember,
  });
}
