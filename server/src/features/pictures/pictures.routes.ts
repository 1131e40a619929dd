import { PICTURE_WIDTHS, PICTURES_PATH, type PictureWidth } from '@zapdeck/contract/picture-paths';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { type Limit, networkOf } from '../../http/rate-limit.ts';
import { Refusal } from '../../http/refusal.ts';
import { readPicture } from './pictures.ts';

const FILE = new RegExp(`^([0-9a-f]{32})-(${PICTURE_WIDTHS.join('|')})\\.webp$`);
/** A long list of apps asks for a hundred at once; each is asked for once in a year. */
const perNetwork: Limit = { calls: 6_000, seconds: 60, perNode: true };

/** The pictures of apps, for anybody, under addresses at which nothing ever changes. */
export function picturesRoutes(app: FastifyInstance, { db, rateLimits }: Deps): void {
  app.get<{ Params: { file: string } }>(
    `${PICTURES_PATH}/:file`,
    { config: { isUnlimited: true } },
    async (request, reply) => {
      await rateLimits.consume('pictures', networkOf(request.ip), perNetwork);
      const [, name, width] = FILE.exec(request.params.file) ?? [];
      if (name === undefined) throw new Refusal('not_found');
      const tag = `"${name}-${width}"`;
      const headers = {
        'cache-control': 'public, max-age=31536000, immutable',
        etag: tag,
        // Mails and readers of feeds show them too.
        'cross-origin-resource-policy': 'cross-origin',
      };
      // Named by its content: whoever has it has what it is, and the file need not be read to say so.
      if (request.headers['if-none-match']?.includes(tag)) return reply.headers(headers).code(304).send();
      const file = await readPicture(db, name, Number(width) as PictureWidth);
      if (!file) throw new Refusal('not_found');
      return reply.headers(headers).type('image/webp').send(file);
    },
  );
}
