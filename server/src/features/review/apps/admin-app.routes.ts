import * as contract from '@zapdeck/contract/apps/admin-app';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../../deps.ts';
import { handle, sendListPage } from '../../../http/contract-route.ts';
import { readAdminAppHistory } from './admin-app-history.ts';
import { readAdminAppPage } from './admin-app-page.ts';
import { listNotes, writeNote } from './app-notes.ts';
import { WORK_TIMEOUT_MS } from '../../../db/client.ts';
import { deleteApp } from './delete-app.ts';
import { viewerOf } from '../../listings/present/present-app.ts';
import { languageOf } from '../../../http/language.ts';

export function adminAppRoutes(app: FastifyInstance, deps: Deps): void {
  const { config } = deps;

  handle(app, deps, contract.adminApp, ({ db, params, user, request }) =>
    readAdminAppPage(db, viewerOf(user, config, languageOf(request)), params.id),
  );

  handle(app, deps, contract.adminAppHistory, async ({ db, params, query, request, reply }) => {
    const page = { ...query, language: languageOf(request) };
    return sendListPage(reply, await readAdminAppHistory(db, params.id, page));
  });

  handle(app, deps, contract.appNotes, async ({ db, params, query, reply }) =>
    sendListPage(reply, await listNotes(db, params.id, query)),
  );

  handle(app, deps, contract.writeAppNote, ({ db, params, body, user, now }) =>
    writeNote(db, { appId: params.id, text: body.text, moderator: user, now }),
  );

  handle(
    app,
    deps,
    contract.deleteApp,
    ({ db, params, body, user, now }) =>
      deleteApp(db, { node: deps, id: params.id, ...body, moderator: user, now }),
    { workMs: WORK_TIMEOUT_MS },
  );
}
