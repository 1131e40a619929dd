import * as contract from '@zapdeck/contract/sign-in/totp';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import type { CallContext } from '../../accounts/admission.ts';
import { handle } from '../../http/contract-route.ts';
import { Refusal } from '../../http/refusal.ts';
import { startTotp } from './setup.ts';
import { readTotpStatus, renewRecoveryCodes, turnOffTotp, turnOnTotp } from './totp.ts';

const changesPerMember = { calls: 30, seconds: 600 };

type TotpCall = Pick<CallContext<typeof contract.totpStatus>, 'user' | 'sid' | 'request' | 'now'>;

function ownerOf({ user, sid, request, now }: TotpCall) {
  if (sid === undefined) throw new Refusal('unauthorized');
  return { userId: user.id, sid, request, now };
}

export function totpRoutes(app: FastifyInstance, deps: Deps): void {
  const limited = { limit: changesPerMember };

  handle(app, deps, contract.totpStatus, ({ db, user }) => readTotpStatus(db, deps, user.id));

  handle(app, deps, contract.startTotp, ({ db, user, now }) => startTotp(db, deps, user, now), limited);

  handle(
    app,
    deps,
    contract.turnOnTotp,
    async ({ db, body, ...asked }) => ({
      recoveryCodes: await turnOnTotp(db, deps, ownerOf(asked), body),
    }),
    limited,
  );

  handle(
    app,
    deps,
    contract.turnOffTotp,
    ({ db, ...asked }) => turnOffTotp(db, deps, ownerOf(asked)),
    limited,
  );

  handle(
    app,
    deps,
    contract.renewRecoveryCodes,
    async ({ db, ...asked }) => ({ recoveryCodes: await renewRecoveryCodes(db, deps, ownerOf(asked)) }),
    limited,
  );
}
