import * as contract from '@zapdeck/contract/accounts/api-tokens';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { handle } from '../../http/contract-route.ts';
import { createApiToken, listApiTokens, revokeApiToken } from './api-tokens.ts';

/** Each one mails the owner. */
const tokensPerMember = { calls: 60, seconds: 3_600 };

export function apiTokensRoutes(app: FastifyInstance, deps: Deps): void {
  handle(app, deps, contract.apiTokens, ({ db, user }) => listApiTokens(db, user.id));

  handle(
    app,
    deps,
    contract.createApiToken,
    ({ db, user, sid, body, request, now }) =>
      createApiToken(db, deps.jobs, { user, sid, form: body, request, now }),
    { limit: tokensPerMember },
  );

  handle(app, deps, contract.revokeApiToken, ({ db, params, user, request, now }) =>
    revokeApiToken(db, { id: params.id, userId: user.id, request, now }),
  );
}
