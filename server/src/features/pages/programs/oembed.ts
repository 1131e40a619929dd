import type { Db } from '../../../db/client.ts';
import { html, XML_DECLARATION } from '../../../http/html.ts';
import { PAGES_PATH } from '../../listings/present/page-address.ts';
import { findByPage, type PublicApp } from '../common/find-app.ts';
import { makerName } from '../common/maker-of.ts';
import type { PageSite } from '../common/page-site.ts';

const CACHE_AGE_S = 3_600;

export async function findByUrl(db: Db, url: string, publicUrl: string): Promise<PublicApp | undefined> {
  if (!URL.canParse(url)) return undefined;
  const { origin, pathname } = new URL(url);
  if (origin !== publicUrl || !pathname.startsWith(PAGES_PATH)) return undefined;
  return findByPage(db, pathname.slice(PAGES_PATH.length));
}

export function oembedOf(app: PublicApp, site: PageSite, image: string) {
  const { publicUrl, instance } = site;
  return {
    version: '1.0',
    type: 'link',
    title: app.title,
    author_name: makerName(app, site),
    provider_name: instance().name,
    provider_url: publicUrl,
    cache_age: CACHE_AGE_S,
    thumbnail_url: image,
    thumbnail_width: 1_200,
    thumbnail_height: 630,
  };
}

export function oembedXml(facts: ReturnType<typeof oembedOf>): string {
  const fields = Object.entries(facts).map(([name, value]) => html`<${name}>${value}</${name}>\n`);
  return html`${XML_DECLARATION}
<oembed>
${fields}</oembed>
`.text;
}
