import multipart from '@fastify/multipart';
import * as contract from '@zapdeck/contract/instance/instance';
import { filled, message } from '@zapdeck/contract/wire/message';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '../../deps.ts';
import { handle } from '../../http/contract-route.ts';
import { consumeForNetwork, type Limit } from '../../http/rate-limit.ts';
import { PictureRefusal, Refusal } from '../../http/refusal.ts';
import { saveOwnField } from './instance.ts';
import { readLogoFile, uploadLogo } from './logo.ts';
import { LOGO_PATH, logoFileNames } from './logo-paths.ts';

const limits = { fileSize: contract.LOGO_MAX_BYTES, files: 1, fields: 0, parts: 1 };
const uploadsPerAdmin = { calls: 30, seconds: 600 };
const filesPerNetwork: Limit = { calls: 600, seconds: 60, perNode: true };

/** Files are named by content. Other sites may show them. */
const FILE_HEADERS = {
  'cache-control': 'public, max-age=31536000, immutable',
  'cross-origin-resource-policy': 'cross-origin',
};

function refuseLogo(code: 'invalid_input' | 'body_too_large', fault: string): never {
  throw new Refusal(code, { message: fault, fields: { [contract.LOGO_FIELD]: fault } });
}

const refuseForm = (): never => refuseLogo('invalid_input', message('The form cannot be read.'));

async function readUpload(request: FastifyRequest): Promise<Buffer> {
  if (!request.isMultipart()) {
    throw new Refusal('unsupported_media_type', {
      message: filled('Send the file as a form, multipart/form-data, in the field {field}.', {
        field: contract.LOGO_FIELD,
      }),
    });
  }
  const part = await request.file().catch(refuseForm);
  if (part?.fieldname !== contract.LOGO_FIELD) return refuseForm();
  const bytes = await part.toBuffer().catch(refuseForm);
  if (part.file.truncated) refuseLogo('body_too_large', message('The file is larger than 1 MB.'));
  return bytes;
}

export async function logoRoutes(scope: FastifyInstance, deps: Deps): Promise<void> {
  const { db, instance, pictureMaker, rateLimits } = deps;
  await scope.register(multipart, { limits, throwFileSizeLimit: false });

  handle(
    scope,
    deps,
    contract.uploadLogo,
    async (context) => {
      const bytes = await readUpload(context.request);
      const { user, now } = context;
      const saved = await uploadLogo(context.db, { bytes, pictureMaker, actorId: user.id, now });
      await instance.refresh();
      return saved;
    },
    { limit: uploadsPerAdmin, uncounted: PictureRefusal },
  );
  handle(scope, deps, contract.removeLogo, async (context) => {
    const { user, now } = context;
    const saved = await saveOwnField(context.db, 'instance.logo', { logo: null }, { actorId: user.id, now });
    await instance.refresh();
    return saved;
  });

  scope.get<{ Params: { logo: string; file: string } }>(
    `${LOGO_PATH}/:logo/:file`,
    { config: { isUnlimited: true } },
    async (request, reply) => {
      await consumeForNetwork(rateLimits, 'logos', request.ip, filesPerNetwork);
      const { logo, file } = request.params;
      const name = logoFileNames.find((one) => one === file);
      const isLogo = contract.Logo.safeParse(logo).success;
      const content = isLogo && name !== undefined ? await readLogoFile(db, logo, name) : undefined;
      if (!content) throw new Refusal('not_found');
      return reply.headers(FILE_HEADERS).type('image/png').send(content);
    },
  );
}
