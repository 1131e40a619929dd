import { hash } from 'node:crypto';
import * as contract from '@zapdeck/contract/instance/settings';
import * as moderation from '@zapdeck/contract/moderation/moderation';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { handle, sendListPage } from '../../http/contract-route.ts';
import { weakTag, ReadyAnswer } from '../../http/entity-tag.ts';
import {
  changeCannedReason,
  createCannedReason,
  deleteCannedReason,
  listCannedReasons,
} from './canned-reasons.ts';
import { advertisementKind, algorithmKind, moderationKind, weightsKind } from './kinds.ts';
import { listSettings, readSettings, readValues, saveSettings, sendVersion } from './settings.ts';

function cannedReasonRoutes(app: FastifyInstance, deps: Deps): void {
  handle(app, deps, moderation.cannedReasons, async ({ db, query, reply }) =>
    sendListPage(reply, await listCannedReasons(db, query)),
  );
  handle(app, deps, moderation.addCannedReason, ({ db, body, user, now }) =>
    createCannedReason(db, body, { actorId: user.id, now }),
  );
  handle(app, deps, moderation.editCannedReason, ({ db, params, body, user, now }) =>
    changeCannedReason(db, { id: params.id, form: body }, { actorId: user.id, now }),
  );
  handle(app, deps, moderation.deleteCannedReason, ({ db, params, user, now }) =>
    deleteCannedReason(db, params.id, { actorId: user.id, now }),
  );
}

export function settingsRoutes(app: FastifyInstance, deps: Deps): void {
  cannedReasonRoutes(app, deps);

  handle(app, deps, contract.advertisementConfig, async ({ db }) => {
    const config = JSON.stringify(await readValues(db, advertisementKind));
    return new ReadyAnswer(weakTag(hash('sha256', config, 'base64url')), config);
  });

  handle(app, deps, contract.adminFormulaWeights, async ({ db, reply }) =>
    sendVersion(reply, await readSettings(db, weightsKind)),
  );
  handle(app, deps, contract.saveFormulaWeights, async ({ db, body, user, now, reply }) => {
    const stamp = { actorId: user.id, now, action: 'weights.saved' } as const;
    return sendVersion(reply, await saveSettings(db, weightsKind, body, stamp));
  });
  handle(app, deps, contract.weightsHistory, async ({ db, query, reply }) =>
    sendListPage(reply, await listSettings(db, weightsKind, query, contract.FormulaWeights)),
  );

  handle(app, deps, contract.adminAlgorithmParams, async ({ db, reply }) =>
    sendVersion(reply, await readSettings(db, algorithmKind)),
  );
  handle(app, deps, contract.saveAlgorithmParams, async ({ db, body, user, now, reply }) => {
    const stamp = { actorId: user.id, now, action: 'algorithm.saved' } as const;
    return sendVersion(reply, await saveSettings(db, algorithmKind, body, stamp));
  });
  handle(app, deps, contract.algorithmHistory, async ({ db, query, reply }) =>
    sendListPage(reply, await listSettings(db, algorithmKind, query, contract.AlgorithmParams)),
  );

  handle(app, deps, contract.adminAdvertisementConfig, async ({ db, reply }) =>
    sendVersion(reply, await readSettings(db, advertisementKind)),
  );
  handle(app, deps, contract.saveAdvertisementConfig, async ({ db, body, user, now, reply }) => {
    const stamp = { actorId: user.id, now, action: 'advertisement.saved' } as const;
    return sendVersion(reply, await saveSettings(db, advertisementKind, body, stamp));
  });
  handle(app, deps, contract.advertisementHistory, async ({ db, query, reply }) =>
    sendListPage(reply, await listSettings(db, advertisementKind, query, contract.AdvertisementConfig)),
  );

  handle(app, deps, moderation.adminModerationSettings, async ({ db, reply }) =>
    sendVersion(reply, await readSettings(db, moderationKind)),
  );
  handle(app, deps, moderation.saveModerationSettings, async ({ db, body, user, now, reply }) => {
    const stamp = { actorId: user.id, now, action: 'moderation.saved' } as const;
    return sendVersion(reply, await saveSettings(db, moderationKind, body, stamp));
  });
  handle(app, deps, moderation.moderationHistory, async ({ db, query, reply }) =>
    sendListPage(reply, await listSettings(db, moderationKind, query, moderation.ModerationSettings)),
  );
}
