import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../../deps.ts';
import { consumeForNetwork } from '../../../http/rate-limit.ts';
import { Refusal } from '../../../http/refusal.ts';
import { PAGES_PATH } from '../../listings/present/page-address.ts';
import { findByPage } from '../common/find-app.ts';
import type { LinkPictureDrawer } from './link-picture-drawer.ts';
import { linkPictureVersion, createLinkPictures } from './link-pictures.ts';

/** Previews request each picture once, but from few networks. */
const linkPicturesPerNetwork = { calls: 120, seconds: 60, perNode: true } as const;

export function linkPictureRoutes(
  app: FastifyInstance,
  { db, rateLimits, instance }: Deps,
  drawer: LinkPictureDrawer,
): void {
  const pictureOf = createLinkPictures(db, drawer);

  app.get<{ Params: { name: string; file: string } }>(
    `${PAGES_PATH}:name/:file`,
    { config: { isUnlimited: true } },
    async (request, reply) => {
      await consumeForNetwork(rateLimits, 'link-pictures', request.ip, linkPicturesPerNetwork);
      const { name, file } = request.params;
      const found = file.endsWith('.png') ? await findByPage(db, name) : undefined;
      if (!found) throw new Refusal('not_found');
      // Outdated addresses get the current picture with a short cache time.
      const isCurrent = file === `${linkPictureVersion(found, instance())}.png`;
      const picture = await pictureOf(found, instance());
      return reply
        .headers({
          'cache-control': isCurrent ? 'public, max-age=31536000, immutable' : 'no-cache',
          'cross-origin-resource-policy': 'cross-origin',
        })
        .type('image/png')
        .send(picture);
    },
  );
}
