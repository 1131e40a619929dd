import * as contract from '@zapdeck/contract/moderation/moderation';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { handle, sendListPage } from '../../http/contract-route.ts';
import {
  changeCannedReason,
  createCannedReason,
  deleteCannedReason,
  listCannedReasons,
} from './canned-reasons.ts';
import {
  listModerationSettings,
  readModerationSettings,
  saveModerationSettings,
} from './moderation-settings.ts';

export function moderationSettingsRoutes(app: FastifyInstance, deps: Deps): void {
  handle(app, deps, contract.adminModerationSettings, ({ db }) => readModerationSettings(db));
  handle(app, deps, contract.saveModerationSettings, ({ db, body, user, now }) =>
    saveModerationSettings(db, body, { actorId: user.id, now }),
  );
  handle(app, deps, contract.moderationHistory, async ({ db, query, reply }) =>
    sendListPage(reply, await listModerationSettings(db, query)),
  );

  handle(app, deps, contract.cannedReasons, async ({ db, query, reply }) =>
    sendListPage(reply, await listCannedReasons(db, query)),
  );
  handle(app, deps, contract.addCannedReason, ({ db, body, user, now }) =>
    createCannedReason(db, body, { actorId: user.id, now }),
  );
  handle(app, deps, contract.editCannedReason, ({ db, params, body, user, now }) =>
    changeCannedReason(db, { id: params.id, form: body }, { actorId: user.id, now }),
  );
  handle(app, deps, contract.deleteCannedReason, ({ db, params, user, now }) =>
    deleteCannedReason(db, params.id, { actorId: user.id, now }),
  );
}
