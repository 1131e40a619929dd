import { hash } from 'node:crypto';
import * as contract from '@zapdeck/contract/instance/settings';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { handle, sendListPage } from '../../http/contract-route.ts';
import { weakTag, ReadyAnswer } from '../../http/entity-tag.ts';
import { saveAdvertisementConfig, saveAlgorithmParams, saveWeights } from './save-settings.ts';
import { listAdvertisementConfigs, listAlgorithmParams, listWeights } from './settings-history.ts';
import { readAdvertisementConfig, readAlgorithmParams, readWeights } from './settings.ts';

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

  handle(app, deps, contract.weightsHistory, async ({ db, query, reply }) =>
    sendListPage(reply, await listWeights(db, query)),
  );
  handle(app, deps, contract.algorithmHistory, async ({ db, query, reply }) =>
    sendListPage(reply, await listAlgorithmParams(db, query)),
  );
  handle(app, deps, contract.advertisementHistory, async ({ db, query, reply }) =>
    sendListPage(reply, await listAdvertisementConfigs(db, query)),
  );
}
