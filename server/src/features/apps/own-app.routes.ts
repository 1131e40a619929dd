import * as contract from '@zapdeck/contract/own-app';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { handle } from '../../http/contract-route.ts';
import { sendListPage } from '../../http/send-list-page.ts';
import { readOwnApp, readOwnHistory } from './own-app.ts';
import { viewerOf } from './present-app.ts';

/** What makers read of one of their own apps. */
export function ownAppRoutes(app: FastifyInstance, deps: Deps): void {
  handle(app, deps, contract.ownApp, ({ read, user, params }) =>
    read((databases) => readOwnApp(databases, params.id, viewerOf(user, deps.config))),
  );

  handle(app, deps, contract.ownAppHistory, async ({ read, user, params, query, reply }) =>
    sendListPage(reply, await read(({ db }) => readOwnHistory(db, { appId: params.id, maker: user }, query))),
  );
}
