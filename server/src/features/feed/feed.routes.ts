import * as contract from '@zapdeck/contract/feed';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { handle } from '../../http/contract-route.ts';
import { dealPage, readApps } from './feed.ts';

/** The feed; specification, section 7. */
export function feedRoutes(app: FastifyInstance, deps: Deps): void {
  handle(app, deps, contract.listFeed, async ({ db, user, query, now, reply }) => {
    if (query.ids) return readApps(db, user, query.ids);
    const { page, nextCursor } = await dealPage(db, user, query.cursor, now);
    if (nextCursor !== null) void reply.header(contract.NEXT_CURSOR_HEADER, nextCursor);
    return page;
  });
}
