import * as contract from '@zapdeck/contract/sign-in/passkeys';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { handle } from '../../http/contract-route.ts';
import { Refusal } from '../../http/refusal.ts';
import { presentCurrentUser } from '../auth/auth.ts';
import {
  enrolmentOptions,
  enrolPasskey,
  presentPasskey,
  readPasskeys,
  removePasskey,
  renamePasskey,
} from './own-passkeys.ts';
import { passkeyObstacle } from '../factors/relying-party.ts';
import { proofOptions, signIn, signInOptions } from './use-passkey.ts';

const changesPerMember = { calls: 60, seconds: 600 };
const signInsPerNetwork = { calls: 100, seconds: 300 };
/** The login screen sends a request whenever it opens. */
const optionsPerNetwork = { calls: 300, seconds: 300, perNode: true } as const;

function required(sid: string | undefined): string {
  if (sid === undefined) throw new Refusal('unauthorized');
  return sid;
}

export function passkeysRoutes(app: FastifyInstance, deps: Deps): void {
  const { config, cookie } = deps;

  handle(app, deps, contract.listPasskeys, async ({ db, user }) => ({
    passkeys: (await readPasskeys(db, user.id)).map(presentPasskey),
    obstacle: passkeyObstacle(config.publicUrl),
  }));

  handle(
    app,
    deps,
    contract.enrolmentOptions,
    ({ db, user, sid, now }) => enrolmentOptions(db, deps, { user, sid: required(sid), now }),
    { limit: changesPerMember },
  );

  handle(
    app,
    deps,
    contract.enrolPasskey,
    async ({ db, user, sid, request, now, body }) =>
      presentPasskey(await enrolPasskey(db, deps, { user, sid: required(sid), request, now }, body)),
    { limit: changesPerMember },
  );

  handle(app, deps, contract.renamePasskey, async ({ db, user, params: { id }, body: { name } }) =>
    presentPasskey(await renamePasskey(db, user.id, { id, name })),
  );

  handle(app, deps, contract.removePasskey, async ({ db, user, sid, request, now, params: { id } }) =>
    removePasskey(db, deps, { userId: user.id, sid: required(sid) }, { id, request, now }),
  );

  handle(app, deps, contract.signInOptions, async ({ now }) => signInOptions(deps, now), {
    limit: optionsPerNetwork,
  });

  handle(
    app,
    deps,
    contract.proofOptions,
    async ({ db, user, sid, now }) => {
      const asked = { purpose: 'prove', sid: required(sid), now } as const;
      return proofOptions(db, config, asked, await readPasskeys(db, user.id));
    },
    { limit: changesPerMember },
  );

  handle(
    app,
    deps,
    contract.signInWithPasskey,
    async ({ db, body, sid, now, reply }) => {
      const user = await signIn(db, deps, body, { reply, cookie, sid, now });
      return presentCurrentUser(user, deps.instance());
    },
    { limit: signInsPerNetwork },
  );
}
