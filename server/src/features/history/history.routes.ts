import * as contract from '@zapdeck/contract/feed/history';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { handle, sendListPage } from '../../http/contract-route.ts';
import { viewerOf } from '../listings/present/present-app.ts';
import { inSearchSlot } from '../search/search-apps.ts';
import { clearHistory } from './clear-history.ts';
import { readHistory } from './history.ts';
import { languageOf } from '../../http/language.ts';

const clearsPerUser = { calls: 30, seconds: 60, perNode: true } as const;

/** Registers the list of seen apps. */
export function historyRoutes(app: FastifyInstance, deps: Deps): void {
  handle(app, deps, contract.readHistory, async ({ db, user, query, request, reply }) => {
    const read = () => readHistory(db, viewerOf(user, deps.config, languageOf(request)), query);
    // A search may match many apps, so it takes a search slot.
    return sendListPage(reply, await (query.q ? inSearchSlot(request.ip, read) : read()));
  });

  handle(
    app,
    deps,
    contract.clearHistory,
    ({ db, user, body, now }) => clearHistory(db, user.id, body, now),
    {
      limit: clearsPerUser,
    },
  );
}
