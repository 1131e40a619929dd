import { BADGES_PATH } from '@zapdeck/contract/instance/pages';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../../deps.ts';
import { consumeForNetwork, type Limit } from '../../../http/rate-limit.ts';
import { type ReadyDocument, readyDocument, sendDocument } from '../../../http/entity-tag.ts';
import { Refusal } from '../../../http/refusal.ts';
import { pagePath } from '../../listings/present/page-address.ts';
import { linkPicturePath } from '../link-picture/link-pictures.ts';
import { findByPage, readNewest } from '../common/find-app.ts';
import { readPickedApps } from '../common/picks.ts';
import { type Site, siteIn } from '../common/page-site.ts';
import { flatBadge, pillBadge } from './badge.ts';
import { atomFeed, feedNamed, jsonFeed } from './feeds.ts';
import { createDocumentCache } from './document-cache.ts';
import { findByUrl, oembedOf, oembedXml } from './oembed.ts';
import { readMakersPart, readSitemap, readSitemapPart, SITEMAP_MAX } from './sitemap.ts';
import { languageOfAddress } from '../../../http/language.ts';

const FEED_LENGTH = 50;
const FEEDS_MAX = 50;
const FEED_KEPT_S = 60;
const SITEMAPS_MAX = 8;
const SITEMAP_KEPT_S = 600;
/** More than search engines need. Each request may build a file. */
const sitemapsPerNetwork: Limit = { calls: 60, seconds: 60, perNode: true };
const SHARED = 'public, max-age=300';

const formats = {
  xml: { type: 'application/atom+xml; charset=utf-8', write: atomFeed },
  json: { type: 'application/feed+json; charset=utf-8', write: jsonFeed },
} as const;
const XML_TYPE = 'application/xml; charset=utf-8';

/** Only the address decides the language, because shared caches keep these documents. */
const siteAt = (site: Site, request: FastifyRequest) => siteIn(site, languageOfAddress(request));

async function send(request: FastifyRequest, reply: FastifyReply, document: Promise<ReadyDocument>) {
  return sendDocument(request, reply, await document, SHARED);
}

function feedRoutes(app: FastifyInstance, { db }: Deps, site: Site): void {
  const feeds = createDocumentCache(FEEDS_MAX, FEED_KEPT_S);
  app.get<{ Params: { name: string } }>('/feeds/:name', async (request, reply) => {
    const [, slug = '', format = 'xml'] = /^([a-z-]+)\.(xml|json)$/.exec(request.params.name) ?? [];
    const feed = feedNamed(slug);
    if (!feed) throw new Refusal('not_found');
    const { type, write } = formats[format as keyof typeof formats];
    const read = async () =>
      feed.slug === 'today' ? readPickedApps(db, FEED_LENGTH) : readNewest(db, FEED_LENGTH, feed.category);
    const page = siteAt(site, request);
    const make = async () => readyDocument(write(feed, await read(), page), type);
    void reply.header('content-language', page.language);
    const key = `${request.params.name} ${page.language} ${site.instance().name}`;
    return send(request, reply, feeds(key, make));
  });
}

function sitemapRoutes(app: FastifyInstance, { db, rateLimits }: Deps, { publicUrl }: Site): void {
  const sitemaps = createDocumentCache(SITEMAPS_MAX, SITEMAP_KEPT_S);
  const reach = { db, publicUrl, size: SITEMAP_MAX };
  const limited = {
    config: { isUnlimited: true },
    onRequest: ({ ip }: FastifyRequest) => consumeForNetwork(rateLimits, 'sitemaps', ip, sitemapsPerNetwork),
  } as const;

  app.get('/sitemap.xml', limited, (request, reply) =>
    send(
      request,
      reply,
      sitemaps('all', async () => readyDocument(await readSitemap(reach), XML_TYPE)),
    ),
  );

  app.get<{ Params: { part: string } }>('/sitemap-:part', limited, async (request, reply) => {
    const { part: name } = request.params;
    const [, makers, part] = /^(makers-)?([1-9]\d{0,5})\.xml$/.exec(name) ?? [];
    if (part === undefined) throw new Refusal('not_found');
    const read = makers === undefined ? readSitemapPart : readMakersPart;
    const make = async () => {
      const text = await read(reach, Number(part));
      if (text === undefined) throw new Refusal('not_found');
      return readyDocument(text, XML_TYPE);
    };
    return send(request, reply, sitemaps(name, make));
  });

  const robots = readyDocument(
    `User-agent: *\nDisallow: /api/\n\nSitemap: ${publicUrl}/sitemap.xml\n`,
    'text/plain; charset=utf-8',
  );
  app.get('/robots.txt', (request, reply) => send(request, reply, robots));
}

/** Registers feeds, sitemap, badges and oEmbed. */
export function programsRoutes(app: FastifyInstance, deps: Deps, site: Site): void {
  const { db } = deps;
  const { publicUrl } = site;
  feedRoutes(app, deps, site);
  sitemapRoutes(app, deps, site);

  app.get<{ Params: { name: string } }>(`${BADGES_PATH}:name`, async (request, reply) => {
    const [, page, flat] = /^(.*?)(\.flat)?\.svg$/.exec(request.params.name) ?? [];
    const found = page === undefined ? undefined : await findByPage(db, page);
    if (!found) throw new Refusal('not_found');
    return (
      reply
        // Other sites embed badges.
        .header('cross-origin-resource-policy', 'cross-origin')
        .header('cache-control', SHARED)
        .type('image/svg+xml')
        .send(
          (flat === undefined ? pillBadge : flatBadge)(found, {
            ...site.instance(),
            speech: siteAt(site, request),
          }),
        )
    );
  });

  app.get<{ Querystring: { url?: string | string[]; format?: string } }>(
    '/oembed',
    async (request, reply) => {
      const { url, format } = request.query;
      const found = typeof url === 'string' ? await findByUrl(db, url, publicUrl) : undefined;
      if (!found) throw new Refusal('not_found');
      const facts = oembedOf(
        found,
        siteAt(site, request),
        publicUrl + linkPicturePath(found, site.instance()),
      );
      void reply
        .header('cache-control', SHARED)
        .header('link', `<${publicUrl}${pagePath(found)}>; rel="canonical"`);
      return format === 'xml'
        ? reply.type('text/xml; charset=utf-8').send(oembedXml(facts))
        : reply.send(facts);
    },
  );
}
