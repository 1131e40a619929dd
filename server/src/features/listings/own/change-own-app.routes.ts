import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import * as contract from '@zapdeck/contract/change-own-app';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../../deps.ts';
import { handle } from '../../../http/contract-route.ts';
import { Refusal } from '../../../http/refusal.ts';
import { urlRulesOf } from '../address/url-rules.ts';
import { type AppToCheck, checkApp } from '../../frames/checks/frame-check.ts';
import { viewerOf } from '../present/present-app.ts';
import { editOwnApp } from './edit-own-app.ts';
import { removePicture, uploadPicture } from '../../frames/pictures/own-picture.ts';
import { resubmitApp, withdrawApp } from './withdraw-app.ts';

const editsPerMember = { calls: 60, seconds: 3_600 };
/** Each sends a moderator to work. */
const resubmissionsPerMember = { calls: 30, seconds: 3_600 };
/** Each of them is decoded. */
const picturesPerMember = { calls: 20, seconds: 600 };

/** Reads the file, as it is sent and up to its limit, once it is known who sends it. */
async function readPicture(body: unknown): Promise<Buffer> {
  if (!(body instanceof Readable)) {
    const message = `Send the file as it is, as ${contract.pictureTypes.join(', ')}.`;
    throw new Refusal('unsupported_media_type', { message });
  }
  const parts: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const part of (body as IncomingMessage).iterator({
      destroyOnReturn: false,
    }) as AsyncIterable<Buffer>) {
      bytes += part.length;
      if (bytes > contract.PICTURE_MAX_BYTES)
        throw new Refusal('body_too_large', { message: 'The picture is larger than 5 MB.' });
      parts.push(part);
    }
  } finally {
    // What was not read still comes in; only then does the browser read the answer.
    body.resume();
  }
  return Buffer.concat(parts);
}

/** What makers do with their apps, in a scope of its own: nothing else takes pictures. */
export function changeOwnAppRoutes(scope: FastifyInstance, deps: Deps): void {
  const { config, jobs, pictureMaker } = deps;
  const rules = urlRulesOf(config);
  const checks = { fetchPublic: deps.fetchPublic, rules, clock: deps.clock, jobs };
  const check = (app: AppToCheck) => () => checkApp(deps.db, app, checks);
  scope.addContentTypeParser([...contract.pictureTypes], (_request, payload, done) => done(null, payload));

  handle(
    scope,
    deps,
    contract.editOwnApp,
    async ({ db, params, body, user, now, afterwards }) => {
      const maker = viewerOf(user, config);
      const { app, isMoved } = await editOwnApp(db, { jobs, id: params.id, edit: body, maker, rules, now });
      if (isMoved && app.status === 'pending') afterwards(check(app));
      return app;
    },
    { limit: editsPerMember },
  );

  handle(
    scope,
    deps,
    contract.resubmitApp,
    async ({ db, params, user, now, afterwards }) => {
      const app = await resubmitApp(db, { id: params.id, maker: viewerOf(user, config), now, jobs });
      afterwards(check(app));
      return app;
    },
    { limit: resubmissionsPerMember },
  );

  handle(scope, deps, contract.withdrawApp, ({ db, params, user, now }) =>
    withdrawApp(db, { id: params.id, maker: viewerOf(user, config), now }),
  );

  handle(
    scope,
    deps,
    contract.uploadAppPicture,
    async ({ db, params, user, now, request }) => {
      const bytes = await readPicture(request.body);
      return uploadPicture(db, { id: params.id, bytes, pictureMaker, maker: viewerOf(user, config), now });
    },
    { limit: picturesPerMember },
  );

  handle(scope, deps, contract.removeAppPicture, ({ db, params, user, now }) =>
    removePicture(db, { id: params.id, maker: viewerOf(user, config), now }),
  );
}
