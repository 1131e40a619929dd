import * as contract from '@zapdeck/contract/moderation/vote-groups';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { handle, sendListPage } from '../../http/contract-route.ts';
import { readGroupPage } from './read-evidence.ts';
import { takeVotesBack, dismissVoteGroup, listVoteGroups } from './vote-groups.ts';

export function voteGroupsRoutes(app: FastifyInstance, deps: Deps): void {
  handle(app, deps, contract.voteGroups, async ({ db, query, reply }) =>
    sendListPage(reply, await listVoteGroups(db, query)),
  );

  handle(app, deps, contract.readVoteGroup, ({ db, params }) => readGroupPage(db, params.id));

  handle(app, deps, contract.dismissVoteGroup, ({ db, params, body, user, now }) =>
    dismissVoteGroup(db, { id: params.id, moderator: user, now, ...body }),
  );

  handle(app, deps, contract.takeVotesBack, ({ db, params, user, now }) =>
    takeVotesBack(db, { jobs: deps.jobs, groupId: params.id, admin: user, now }),
  );
}
