import { rankingPreview } from '@zapdeck/contract/previews';
import { hash } from 'node:crypto';
import * as contract from '@zapdeck/contract/settings';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { handle } from '../../http/contract-route.ts';
import { weakTag } from '../../http/entity-tag.ts';
import { sendPage } from '../../http/send-page.ts';
import { ReadyAnswer } from '../../http/ready-answer.ts';
import { readRecalculation, recalculateRankings } from '../apps/recalculate-rankings.ts';
import { previewRanking } from '../apps/ranking-preview.ts';
import { saveAdvertisementConfig, saveAlgorithmParams, saveWeights } from './save-settings.ts';
import { listAdvertisementConfigs, listAlgorithmParams, listWeights } from './settings-history.ts';
import { readAdvertisementConfig, readAlgorithmParams, readWeights } from './settings.ts';

/** What takes longer goes on after the answer: no proxy and no connection waits for minutes. */
const ANSWER_WITHIN_MS = 10_000;
/** It goes through the whole catalogue. */
const recalculationsPerAdmin = { calls: 30, seconds: 60, perNode: true } as const;

/** What the feed needs to know of the settings, and the three configurations of admins. */
export function settingsRoutes(app: FastifyInstance, deps: Deps): void {
  handle(app, deps, contract.advertisementConfig, async ({ db }) => {
    const config = JSON.stringify(await readAdvertisementConfig(db));
    return new ReadyAnswer(weakTag(hash('sha256', config, 'base64url')), config);
  });

  handle(app, deps, contract.adminFormulaWeights, ({ db }) => readWeights(db));
  handle(app, deps, contract.adminAlgorithmParams, ({ db }) => readAlgorithmParams(db));
  handle(app, deps, contract.adminAdvertisementConfig, ({ db }) => readAdvertisementConfig(db));

  handle(app, deps, contract.saveFormulaWeights, ({ db, body, user, now }) =>
    saveWeights(db, body, { actorId: user.id, now }),
  );
  handle(app, deps, contract.saveAlgorithmParams, ({ db, body, user, now }) =>
    saveAlgorithmParams(db, body, { actorId: user.id, now }),
  );
  handle(app, deps, contract.saveAdvertisementConfig, ({ db, body, user, now }) =>
    saveAdvertisementConfig(db, body, { actorId: user.id, now }),
  );
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

  handle(app, deps, contract.weightsHistory, async ({ db, query, reply }) =>
    sendPage(reply, await listWeights(db, query)),
  );
  handle(app, deps, contract.algorithmHistory, async ({ db, query, reply }) =>
    sendPage(reply, await listAlgorithmParams(db, query)),
  );
  handle(app, deps, contract.advertisementHistory, async ({ db, query, reply }) =>
    sendPage(reply, await listAdvertisementConfigs(db, query)),
  );

  handle(app, deps, rankingPreview, ({ db, query }) => previewRanking(db, query));
}
