import { Category } from '@zapdeck/contract/apps/listing';
import { categorySlug, findCategory } from '@zapdeck/contract/feed/decks';
import { picturePath } from '@zapdeck/contract/pictures/picture-paths';
import { TODAY_PATH } from '@zapdeck/contract/instance/screens';
import { html, type Markup, XML_DECLARATION } from '../../../http/html.ts';
import { pagePath } from '../../listings/present/page-address.ts';
import type { PublicApp } from '../common/find-app.ts';
import { makerName } from '../common/maker-of.ts';
import { deckAt, deckPath } from '../common/public-decks.ts';
import type { PageSite } from '../common/page-site.ts';
import { linkPicturePath } from '../link-picture/link-pictures.ts';

export interface Feed {
  /** `new`, `today` or the slug of a category. */
  slug: string;
  category?: Category;
}

const isCategory = (name?: string): name is Category => Category.safeParse(name).success;

/** Returns the feed of all apps and, if given, of the category. */
export function feedsOf(category?: string): Feed[] {
  const known = isCategory(category) ? [{ slug: categorySlug(category), category }] : [];
  return [{ slug: 'new' }, ...known];
}

/** Returns the feed with this slug, or undefined. */
export function feedNamed(slug: string): Feed | undefined {
  if (slug === 'new' || slug === 'today') return { slug };
  const category = findCategory(slug);
  return category === undefined ? undefined : { slug, category };
}

function feedTitle({ slug, category }: Feed, { instance, say, sayMarked }: PageSite): string {
  const site = instance().name;
  if (slug === 'today') return say('App of the day on {site}', { site });
  return category === undefined
    ? say('New on {site}', { site })
    : say('New in {category} on {site}', { category: sayMarked(category), site });
}

function feedPageOf({ slug }: Feed): string {
  if (slug === 'today') return TODAY_PATH;
  const deck = deckAt(slug);
  return deck ? deckPath(deck) : '/';
}

export const feedPath = ({ slug }: Feed, format: 'xml' | 'json'): string => `/feeds/${slug}.${format}`;

export function feedLinks(feeds: readonly Feed[], site: PageSite): Markup[] {
  return feeds.map(
    (feed) =>
      html`<link rel="alternate" type="application/atom+xml" title="${feedTitle(feed, site)}" href="${feedPath(feed, 'xml')}">
<link rel="alternate" type="application/feed+json" title="${feedTitle(feed, site)}" href="${feedPath(feed, 'json')}">
`,
  );
}

function picturePathOf(app: PublicApp, site: PageSite): string {
  return app.picture === null ? linkPicturePath(app, site.instance()) : picturePath(app.picture, 960);
}

export function atomFeed(feed: Feed, apps: readonly PublicApp[], site: PageSite): string {
  const { publicUrl } = site;
  const newest = Math.max(0, ...apps.map(({ updatedAt }) => updatedAt.getTime()));
  const entries = apps.map(
    (app) => html`<entry>
<id>urn:uuid:${app.id}</id>
<title>${app.title}</title>
<link href="${publicUrl + pagePath(app)}"/>
<published>${app.publishedAt.toISOString()}</published>
<updated>${app.updatedAt.toISOString()}</updated>
<author><name>${makerName(app, site)}</name></author>
<category term="${app.category}"/>
<media:thumbnail url="${publicUrl + picturePathOf(app, site)}"/>
<summary>${app.description}</summary>
</entry>
`,
  );
  return html`${XML_DECLARATION}
<feed xmlns="http://www.w3.org/2005/Atom" xmlns:media="http://search.yahoo.com/mrss/" xml:lang="${site.language}">
<id>${publicUrl + feedPath(feed, 'xml')}</id>
<title>${feedTitle(feed, site)}</title>
<updated>${new Date(newest).toISOString()}</updated>
<link rel="self" type="application/atom+xml" href="${publicUrl + feedPath(feed, 'xml')}"/>
<link rel="alternate" type="text/html" href="${publicUrl + feedPageOf(feed)}"/>
<icon>${publicUrl}/favicon.svg</icon>
${entries}</feed>
`.text;
}

export function jsonFeed(feed: Feed, apps: readonly PublicApp[], site: PageSite): string {
  const { publicUrl } = site;
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: feedTitle(feed, site),
    home_page_url: publicUrl + feedPageOf(feed),
    feed_url: publicUrl + feedPath(feed, 'json'),
    icon: `${publicUrl}/icon-512.png`,
    favicon: `${publicUrl}/icon-192.png`,
    language: site.language,
    items: apps.map((app) => ({
      id: `urn:uuid:${app.id}`,
      url: publicUrl + pagePath(app),
      external_url: app.url,
      title: app.title,
      content_text: app.description,
      image: publicUrl + picturePathOf(app, site),
      date_published: app.publishedAt.toISOString(),
      date_modified: app.updatedAt.toISOString(),
      authors: [{ name: makerName(app, site) }],
      tags: [app.category, ...app.tags],
    })),
  });
}
