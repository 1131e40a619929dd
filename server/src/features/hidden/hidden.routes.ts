import * as contract from '@zapdeck/contract/feed/hidden';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { handle } from '../../http/contract-route.ts';
import { refuseForeign } from '../../accounts/admission.ts';
import { hide, readHidden, showAgain } from './hidden.ts';

/** Registers the endpoints that hide apps from decks. Guests can use them too. */
export function hiddenRoutes(app: FastifyInstance, deps: Deps): void {
  handle(app, deps, contract.listHidden, ({ db, user }) => readHidden(db, user.id));

  handle(app, deps, contract.hide, async ({ db, user, body, now }) => {
    refuseForeign(body, user.id);
    await hide(db, user.id, body, now);
  });

  handle(app, deps, contract.showAgain, async ({ db, user, body }) => {
    refuseForeign(body, user.id);
    await showAgain(db, user.id, body);
  });
}
