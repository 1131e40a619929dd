import * as contract from '@zapdeck/contract/feed/votes';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { handle } from '../../http/contract-route.ts';
import { castVote } from './votes.ts';
import { languageOf } from '../../http/language.ts';
import { sayMarkedIn } from '../../languages/say.ts';

const votesPerMember = { calls: 240, seconds: 60, perNode: true } as const;

export function votesRoutes(app: FastifyInstance, deps: Deps): void {
  handle(
    app,
    deps,
    contract.castVote,
    async ({ db, user, body, now, request }) => {
      const { message, ...vote } = await castVote(db, user.id, body, { now, address: request.ip });
      return { message: sayMarkedIn(languageOf(request), message), ...vote };
    },
    { limit: votesPerMember },
  );
}
