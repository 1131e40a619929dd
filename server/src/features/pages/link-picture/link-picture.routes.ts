import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../../deps.ts';
import { consumeForNetwork } from '../../../http/rate-limit.ts';
import { Refusal } from '../../../http/refusal.ts';
import { PAGES_PATH } from '../../listings/present/page-address.ts';
import { findByPage } from '../common/find-app.ts';
import { createLinkPictureDrawer } from './link-picture-drawer.ts';
import { linkPictureVersion, createLinkPictures } from './link-pictures.ts';

/** Those who preview links ask once for each, but come from few networks. */
const linkPicturesPerNetwork = { calls: 120, seconds: 60, perNode: true } as const;

/** The pictures that links to the pages of apps show. */
export function linkPictureRoutes(app: FastifyInstance, { db, rateLimits }: Deps): void {
  const drawer = createLinkPictureDrawer();
  app.addHook('onClose', async () => drawer.close());
  const pictureOf = createLinkPictures(db, drawer);

  app.get<{ Params: { name: string; file: string } }>(
    `${PAGES_PATH}:name/:file`,
    { config: { isUnlimited: true } },
    async (request, reply) => {
      await consumeForNetwork(rateLimits, 'link-pictures', request.ip, linkPicturesPerNetwork);
      const { name, file } = request.params;
      const found = file.endsWith('.png') ? await findByPage(db, name) : undefined;
      if (!found) throw new Refusal('not_found');
      // An older address gets the link picture of today, to be asked for again.
      const isCurrent = file === `${linkPictureVersion(found)}.png`;
      const picture = await pictureOf(found);
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
