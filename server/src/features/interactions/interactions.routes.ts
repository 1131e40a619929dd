import * as contract from '@zapdeck/contract/feed/interactions';
import type { FastifyInstance } from 'fastify';
import { type Db, WORK_TIMEOUT_MS } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import { handle } from '../../http/contract-route.ts';
import {
  cleanUpInteractions,
  recordDurations,
  recordInteraction,
  recordInteractions,
} from './interactions.ts';

/** A swipe sends a view and a like or a skip. */
const interactionsPerMember = { calls: 600, seconds: 60, perNode: true } as const;
/** One batch every few seconds, and the batches of an evening offline at once. */
const batchesPerMember = { calls: 300, seconds: 60, perNode: true } as const;
const sendsPerMember = { calls: 300, seconds: 60, perNode: true } as const;
const cleanUpsPerAdmin = { calls: 30, seconds: 60, perNode: true } as const;

export function interactionsRoutes(
  app: FastifyInstance,
  deps: Deps,
  logFirstPage: (db: Db, viewing: { viewerId: string; cursor: string; now: Date }) => Promise<void>,
): void {
  handle(
    app,
    deps,
    contract.recordInteraction,
    ({ db, user, body, now, request }) => recordInteraction(db, user.id, body, { now, address: request.ip }),
    { limit: interactionsPerMember },
  );

  handle(
    app,
    deps,
    contract.recordInteractions,
    async ({ db, user, body: { cursor, ...batch }, now, request }) => {
      // The cards must be in the deal log before their views are stored.
      if (cursor !== undefined) await logFirstPage(db, { viewerId: user.id, cursor, now });
      return recordInteractions(db, user.id, batch, { now, address: request.ip });
    },
    { limit: batchesPerMember },
  );

  handle(
    app,
    deps,
    contract.recordDurations,
    ({ db, user, body, now }) => recordDurations(db, user.id, body, now),
    { limit: sendsPerMember },
  );

  handle(
    app,
    deps,
    contract.cleanupInteractions,
    ({ db, user, now }) => cleanUpInteractions(db, { actorId: user.id, now }),
    { limit: cleanUpsPerAdmin, workMs: WORK_TIMEOUT_MS },
  );
}
