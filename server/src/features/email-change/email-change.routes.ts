import * as contract from '@zapdeck/contract/accounts/change-email';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { handle } from '../../http/contract-route.ts';
import { languageOf } from '../../http/language.ts';
import { consumeForNetwork, hashOfCaller } from '../../http/rate-limit.ts';
import { revokeEmailChanges } from '../../accounts/session-changes.ts';
import { sayIn } from '../../languages/say.ts';
import { confirmChange } from './confirm-change.ts';
import { requestChange } from './request-change.ts';
import { undoChange } from './undo-change.ts';

const HOUR_S = 3_600;
const changesPerMember = { calls: 10, seconds: HOUR_S };
const changesPerNetwork = { calls: 30, seconds: HOUR_S };
const mailsPerAddress = { calls: 5, seconds: HOUR_S };
const linksPerNetwork = { calls: 60, seconds: HOUR_S };

export function emailChangeRoutes(app: FastifyInstance, deps: Deps): void {
  const { rateLimits } = deps;

  handle(
    app,
    deps,
    contract.changeEmail,
    async ({ db, body: { email }, user, sid, now, request }) => {
      await consumeForNetwork(rateLimits, 'change-email-network', request.ip, changesPerNetwork);
      const isMailed = await rateLimits.isWithin('change-email-to', hashOfCaller(email), mailsPerAddress);
      await requestChange(db, deps, { user, sid, email, isMailed, request, now });
      return { message: sayIn(languageOf(request), 'An email with a link is on its way.') };
    },
    { limit: changesPerMember },
  );

  handle(app, deps, contract.cancelEmailChange, ({ db, user }) => revokeEmailChanges(db, user.id));

  handle(
    app,
    deps,
    contract.confirmEmailChange,
    async ({ db, body: { token }, request, now }) => ({
      email: await confirmChange(db, deps, { token, request, now }),
    }),
    { limit: linksPerNetwork },
  );

  handle(
    app,
    deps,
    contract.undoEmailChange,
    ({ db, body: { token }, request, now }) => undoChange(db, deps, { token, request, now }),
    { limit: linksPerNetwork },
  );
}
