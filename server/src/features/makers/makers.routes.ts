import * as mails from '@zapdeck/contract/accounts/mail-preferences';
import * as contract from '@zapdeck/contract/accounts/maker-page';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { handle } from '../../http/contract-route.ts';
import { changePreferences, readPreferences } from './mail-preferences.ts';
import { readOwnPage, removePage, savePage } from './maker-pages.ts';

const savesPerMember = { calls: 30, seconds: 3_600 };

export function makersRoutes(app: FastifyInstance, deps: Deps): void {
  const { publicUrl } = deps.config;

  handle(app, deps, contract.ownMakerPage, async ({ db, user }) => ({
    page: await readOwnPage(db, user, publicUrl),
  }));

  handle(
    app,
    deps,
    contract.saveMakerPage,
    ({ db, user, body, now }) => savePage(db, { userId: user.id, form: body, publicUrl, now }),
    { limit: savesPerMember },
  );

  handle(app, deps, contract.removeMakerPage, ({ db, user }) => removePage(db, user.id));

  handle(app, deps, mails.mailPreferences, ({ db, user }) => readPreferences(db, user.id));

  handle(app, deps, mails.changeMailPreferences, async ({ db, user, body, now }) => {
    await changePreferences(db, user.id, {
      ...(body.milestones === undefined ? {} : { milestones: body.milestones }),
      ...(body.weekly === undefined ? {} : { weekly: body.weekly }),
      now,
    });
    return readPreferences(db, user.id);
  });
}
