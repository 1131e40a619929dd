import { completeSignIn, pendingSignIn } from '@zapdeck/contract/sign-in/identities';
import * as contract from '@zapdeck/contract/sign-in/terms';
import type { FastifyInstance } from 'fastify';
import type { Db } from '../../db/client.ts';
import type { UserRow } from '../../db/schema/users.table.ts';
import type { Deps } from '../../deps.ts';
import { handle } from '../../http/contract-route.ts';
import { Refusal } from '../../http/refusal.ts';
import { providerNames } from '../identities/linked-identities.ts';
import { usableFactorsOf } from '../passkeys/own-passkeys.ts';
import { refreshTermsIfRequired } from '../registration/refresh-terms.ts';
import { arrive, firstPath, loginPage, problemOf, stepOf, type UseFactor } from './arrive.ts';
import { accountOf } from './identities.ts';
import { dropAccount, forgetAccount, readAccount, takeAccount } from './pending-accounts.ts';
import { showFactor } from './show-factor.ts';
import type { Exchange } from './sign-in-attempts.ts';

const completions = { calls: 20, seconds: 600 };

interface Completion extends Exchange {
  id: string;
  termsVersion: number | null;
  user: UserRow | null;
  sid: string | undefined;
  now: Date;
}

async function complete(
  db: Db,
  deps: Deps,
  { id, termsVersion, user: guest, sid, now, ...exchange }: Completion,
  useFactor?: UseFactor,
): Promise<string> {
  const when = { isSecure: deps.cookie.isSecure, now };
  const pending = await readAccount(db, exchange, when);
  if (!pending) throw new Refusal('sign_in_expired');
  const { identity, returnTo } = pending;
  const { request, reply } = exchange;
  const arrival = async (tx: Db) => {
    const taken = await takeAccount(tx, exchange, id, when);
    if (!taken) throw new Refusal('sign_in_expired');
    return { invitationHash: taken.invitationHash, termsVersion };
  };
  try {
    const arrived = arrive(db, deps, { reply, sid, now, guest, identity }, arrival, useFactor);
    const account = await refreshTermsIfRequired(deps.instance, arrived);
    forgetAccount(exchange, when);
    return firstPath(account, returnTo);
  } catch (error) {
    const problem = problemOf(error);
    if (problem === null) throw error;
    request.log.info({ problem }, 'a sign-in did not come about');
    await dropAccount(db, exchange, when);
    return loginPage(problem, returnTo);
  }
}

/** Reads a sign-in that waits for a second factor, and the account that it leads to. */
async function ownerOf(db: Db, exchange: Exchange, when: { isSecure: boolean; now: Date }) {
  const pending = await readAccount(db, exchange, when);
  const owner = pending && (await accountOf(db, pending.identity));
  if (!pending || !owner?.hasFactor) throw new Refusal('sign_in_expired');
  return { ...pending, owner };
}

/** Registers the routes of sign-ins with a provider that wait for consent to the terms, or for a second factor. */
export function pendingAccountsRoutes(app: FastifyInstance, deps: Deps): void {
  const { config, cookie } = deps;
  const names = providerNames(config);
  const when = (now: Date) => ({ isSecure: cookie.isSecure, now });

  handle(app, deps, contract.pendingAccount, async ({ db, request, reply, now }) => {
    const pending = await readAccount(db, { request, reply }, when(now));
    if (!pending) throw new Refusal('sign_in_expired');
    const { id, identity } = pending;
    return { id, provider: names[identity.provider], email: identity.verifiedEmail ?? '' };
  });

  handle(
    app,
    deps,
    contract.createPendingAccount,
    async ({ db, body, ...visit }) => {
      try {
        return { next: await complete(db, deps, { ...visit, ...body }) };
      } catch (error) {
        // Someone may have created an account with this address while the person read the terms.
        const next = error instanceof Refusal && error.code === 'code_needed' ? stepOf(error) : null;
        if (next === null) throw error;
        return { next };
      }
    },
    { limit: completions },
  );

  handle(app, deps, contract.dropPendingAccount, ({ db, request, reply, now }) =>
    dropAccount(db, { request, reply }, when(now)),
  );

  handle(app, deps, pendingSignIn, async ({ db, request, reply, now }) => {
    const { id, identity, owner } = await ownerOf(db, { request, reply }, when(now));
    const ways = await usableFactorsOf(db, deps, owner.id);
    return { id, provider: names[identity.provider], email: owner.email ?? '', ways };
  });

  handle(
    app,
    deps,
    completeSignIn,
    async ({ db, body: { id, ...factor }, ...visit }) => {
      const { request, reply, now } = visit;
      const { owner } = await ownerOf(db, { request, reply }, when(now));
      const next = await showFactor(db, deps, { owner, factor, request, now }, (useFactor) =>
        complete(db, deps, { ...visit, id, termsVersion: null }, useFactor),
      );
      return { next };
    },
    { limit: completions },
  );
}
