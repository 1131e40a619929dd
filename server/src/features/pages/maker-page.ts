import { MAKERS_PATH } from '@zapdeck/contract/instance/pages';
import { html, type Markup } from '../../http/html.ts';
import type { PublicMaker } from '../makers/maker-pages.ts';
import { linkPicturePath } from './link-picture/link-pictures.ts';
import { appTiles } from './common/app-tiles.ts';
import type { PublicApp } from './common/find-app.ts';
import { pageFrame } from './common/page-frame.ts';
import type { PageSite } from './common/page-site.ts';
import { formatApps } from './common/format-apps.ts';
import { titleOnSite } from './common/title-on-site.ts';

/** Host and path without scheme, "www." and trailing slash. */
function linkName(link: string): string {
  const { host, pathname } = new URL(link);
  return host.replace(/^www\./, '') + pathname.replace(/\/$/, '');
}

function makerSummaryOf({ name, line }: PublicMaker, site: PageSite): string {
  return line || site.say('Web apps by {name} on {site}', { name, site: site.instance().name });
}

function makerHeadOf(maker: PublicMaker, apps: readonly PublicApp[], site: PageSite): Markup {
  const { publicUrl } = site;
  const instance = site.instance();
  const pageUrl = publicUrl + MAKERS_PATH + maker.handle;
  const title = titleOnSite({ title: maker.name }, site);
  const [first] = apps;
  return html`<meta name="description" content="${makerSummaryOf(maker, site)}">
<link rel="canonical" href="${pageUrl}">
<meta property="og:type" content="profile">
<meta property="og:site_name" content="${instance.name}">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${makerSummaryOf(maker, site)}">
<meta property="og:url" content="${pageUrl}">
<meta property="profile:username" content="${maker.handle}">
${
  first
    ? html`<meta property="og:image" content="${publicUrl}${linkPicturePath(first, instance)}">
<meta property="og:image:width" content="1200">
<meta property="og:image:height" content="630">
<meta property="og:image:alt" content="${titleOnSite(first, site)}">
<meta name="twitter:card" content="summary_large_image">`
    : // Without apps, the page would exist only for its links.
      html`<meta name="robots" content="noindex">`
}`;
}

function makerAppsOf(apps: readonly PublicApp[], hasMore: boolean, site: PageSite): Markup {
  const { say } = site;
  const count = apps.length;
  if (count === 0) return html`<p class="none">${say('No apps in the deck at the moment.')}</p>`;
  const heading = hasMore
    ? say('{count, plural, one {The latest app} other {The latest # apps}}', { count })
    : formatApps(count, site);
  return html`<section class="others" aria-labelledby="apps"><h2 id="apps">${heading}</h2>${appTiles(apps, site)}</section>`;
}

interface ShownMaker {
  maker: PublicMaker;
  apps: readonly PublicApp[];
  hasMore: boolean;
}

export function makerPage({ maker, apps, hasMore }: ShownMaker, site: PageSite): Markup {
  const links = maker.links.map(
    (link) => html`<li><a href="${link}" rel="nofollow noopener ugc">${linkName(link)}</a></li>`,
  );
  const body = html`<article class="maker">
<p class="category">${site.say('Maker')}</p>
<h1 dir="auto">${maker.name}</h1>
${maker.line !== '' && html`<p class="description" dir="auto">${maker.line}</p>`}
${links.length > 0 && html`<ul class="links" aria-label="${site.say('Links')}">${links}</ul>`}
</article>
${makerAppsOf(apps, hasMore, site)}`;
  return pageFrame(site, { title: maker.name, head: makerHeadOf(maker, apps, site), body });
}
