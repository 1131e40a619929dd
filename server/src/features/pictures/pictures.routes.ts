import { PICTURE_WIDTHS, PICTURES_PATH, type PictureWidth } from '@zapdeck/contract/pictures/picture-paths';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '../../deps.ts';
import { consumeForNetwork, type Limit } from '../../http/rate-limit.ts';
import { Refusal } from '../../http/refusal.ts';
import { readSession } from '../../accounts/session.ts';
import { isSuspended } from '../../accounts/account-state.ts';
import { isPublicPicture, maySeePicture, readPicture } from './pictures.ts';

const FILE = new RegExp(`^([0-9a-f]{32})-(${PICTURE_WIDTHS.join('|')})\\.webp$`);
/** A long list loads a hundred pictures at once, and each is cached for a year. */
const perNetwork: Limit = { calls: 6_000, seconds: 60, perNode: true };

/** Named by content, so immutable. Mails and feed readers load them from other origins. */
const PUBLIC_HEADERS = {
  'cache-control': 'public, max-age=31536000, immutable',
  'cross-origin-resource-policy': 'cross-origin',
};
/** Revalidated on each request, because access may be revoked. */
const PRIVATE_HEADERS = { 'cache-control': 'private, no-cache' };

async function isPictureShownTo(deps: Deps, request: FastifyRequest, name: string) {
  const session = await readSession(deps, request, deps.clock());
  return session !== null && !isSuspended(session.user) && (await maySeePicture(deps.db, name, session.user));
}

export function picturesRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, rateLimits } = deps;
  app.get<{ Params: { file: string } }>(
    `${PICTURES_PATH}/:file`,
    { config: { isUnlimited: true } },
    async (request, reply) => {
      await consumeForNetwork(rateLimits, 'pictures', request.ip, perNetwork);
      const [, name, width] = FILE.exec(request.params.file) ?? [];
      if (name === undefined) throw new Refusal('not_found');
      const isPublic = await isPublicPicture(db, name);
      if (!isPublic && !(await isPictureShownTo(deps, request, name))) throw new Refusal('not_found');
      const tag = `"${name}-${width}"`;
      const headers = { ...(isPublic ? PUBLIC_HEADERS : PRIVATE_HEADERS), etag: tag };
      if (request.headers['if-none-match']?.includes(tag)) return reply.headers(headers).code(304).send();
      const file = await readPicture(db, name, Number(width) as PictureWidth);
      if (!file) throw new Refusal('not_found');
      return reply.headers(headers).type('image/webp').send(file);
    },
  );
}
