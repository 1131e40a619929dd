import { rankingPreview } from '@zapdeck/contract/pictures/previews';
import * as contract from '@zapdeck/contract/instance/settings';
import { message } from '@zapdeck/contract/wire/message';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { handle } from '../../http/contract-route.ts';
import { requireDeck } from '../feed/sources.ts';
import { previewRanking } from './ranking-preview.ts';
import { readRecalculation, recalculateRankings } from './recalculate-rankings.ts';
import { languageOf } from '../../http/language.ts';
import { sayMarkedIn } from '../../languages/say.ts';

/** Longer work continues after the response, because proxies close slow requests. */
const ANSWER_WITHIN_MS = 10_000;
const recalculationsPerAdmin = { calls: 30, seconds: 60, perNode: true } as const;

export function rankingsRoutes(app: FastifyInstance, deps: Deps): void {
  handle(
    app,
    deps,
    contract.recalculateRankings,
    async ({ body, user, now, request }) => {
      const work = () =>
        recalculateRankings({ ...deps, pool: deps.bulk.pool }, body, { actorId: user.id, now });
      const isDone = await deps.background.await(work, ANSWER_WITHIN_MS);
      const text = isDone
        ? message('Rankings recalculated successfully')
        : message('Rankings are being recalculated');
      return { message: sayMarkedIn(languageOf(request), text), running: !isDone };
    },
    { limit: recalculationsPerAdmin },
  );
  handle(app, deps, contract.recalculation, ({ db }) => readRecalculation(db));

  handle(app, deps, rankingPreview, async ({ db, query: { deck, ...weights } }) =>
    previewRanking(db, await requireDeck(db, deck), weights),
  );
}
