import { rankingPreview } from '@zapdeck/contract/previews';
import * as contract from '@zapdeck/contract/settings';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { handle } from '../../http/contract-route.ts';
import { requireDeck } from '../feed/require-deck.ts';
import { previewRanking } from './ranking-preview.ts';
import { readRecalculation, recalculateRankings } from './recalculate-rankings.ts';

/** Longer work continues after the response, so that no proxy waits for minutes. */
const ANSWER_WITHIN_MS = 10_000;
const recalculationsPerAdmin = { calls: 30, seconds: 60, perNode: true } as const;

export function rankingsRoutes(app: FastifyInstance, deps: Deps): void {
  handle(
    app,
    deps,
    contract.recalculateRankings,
    async ({ body, user, now }) => {
      const work = () => recalculateRankings(deps, body, { actorId: user.id, now });
      const isDone = await deps.background.await(work, ANSWER_WITHIN_MS);
      return isDone
        ? { message: 'Rankings recalculated successfully', running: false }
        : { message: 'Rankings are being recalculated', running: true };
    },
    { limit: recalculationsPerAdmin },
  );
  handle(app, deps, contract.recalculation, ({ db }) => readRecalculation(db));

  handle(app, deps, rankingPreview, async ({ db, query: { deck, ...weights } }) =>
    previewRanking(db, await requireDeck(db, deck), weights),
  );
}
