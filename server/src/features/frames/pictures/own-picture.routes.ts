import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import * as contract from '@zapdeck/contract/apps/change-own-app';
import { message, filled } from '@zapdeck/contract/wire/message';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../../deps.ts';
import { handle } from '../../../http/contract-route.ts';
import { PictureRefusal, Refusal } from '../../../http/refusal.ts';
import { viewerOf } from '../../listings/present/present-app.ts';
import { removePicture, uploadPicture } from './own-picture.ts';
import { languageOf } from '../../../http/language.ts';

const picturesPerMember = { calls: 20, seconds: 600 };

async function readPicture(body: unknown): Promise<Buffer> {
  if (!(body instanceof Readable)) {
    const types = filled('Send the file as the body, with one of these types: {types}.', {
      types: contract.pictureTypes.join(', '),
    });
    throw new Refusal('unsupported_media_type', { message: types });
  }
  const parts: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const part of (body as IncomingMessage).iterator({
      destroyOnReturn: false,
    }) as AsyncIterable<Buffer>) {
      bytes += part.length;
      if (bytes > contract.PICTURE_MAX_BYTES)
        throw new Refusal('body_too_large', { message: message('The picture is larger than 5 MB.') });
      parts.push(part);
    }
  } finally {
    // Browsers read the response only after they have sent the whole body.
    body.resume();
  }
  return Buffer.concat(parts);
}

export function ownPictureRoutes(scope: FastifyInstance, deps: Deps): void {
  const { config, pictureMaker } = deps;
  scope.addContentTypeParser([...contract.pictureTypes], (_request, payload, done) => done(null, payload));
  // Other types get no body, so that `readPicture` lists the allowed ones.
  scope.addContentTypeParser('*', (_request, payload, done) => {
    payload.resume();
    done(null);
  });

  handle(
    scope,
    deps,
    contract.uploadAppPicture,
    async ({ db, params, user, now, request }) => {
      const bytes = await readPicture(request.body);
      return uploadPicture(db, {
        id: params.id,
        bytes,
        pictureMaker,
        maker: viewerOf(user, config, languageOf(request)),
        now,
      });
    },
    { limit: picturesPerMember, uncounted: PictureRefusal },
  );

  handle(scope, deps, contract.removeAppPicture, ({ db, params, user, now, request }) =>
    removePicture(db, { id: params.id, maker: viewerOf(user, config, languageOf(request)), now }),
  );
}
