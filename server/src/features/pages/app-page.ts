import { MAKERS_PATH, tryApp } from '@zapdeck/contract/pages';
import { POSTER_SIZES } from '@zapdeck/contract/picture-paths';
import { html, jsonBlock, type Markup } from '../../http/html.ts';
import { pagePath } from '../listings/present/page-address.ts';
import { coverMarkup } from './common/drawn-cover.ts';
import { feedLinks, feedPath, feedsOf } from './programs/feeds.ts';
import { linkPicturePath } from './link-picture/link-pictures.ts';
import type { OtherApp, PublicApp } from './common/find-app.ts';
import { formatLikes } from './common/format-likes.ts';
import { pageFrame, type PageSite } from './common/page-frame.ts';
import { verifiedMark } from './verified-mark.ts';

const SUMMARY_MAX = 200;
/** Widths from page.css. */
const OTHER_SIZES = '(width >= 900px) 170px, (width >= 600px) 33vw, 50vw';

/** Returns the beginning of the description on one line, cut between words. */
export function summaryOf({ description, title }: Pick<PublicApp, 'description' | 'title'>): string {
  const line = description.replaceAll(/\s+/g, ' ').trim() || `Discover ${title} - an amazing web application`;
  if (line.length <= SUMMARY_MAX) return line;
  const cut = line.slice(0, SUMMARY_MAX - 1).replace(/\s+\S*$/, '');
  return `${cut.toWellFormed()}…`;
}

function structuredData(
  app: PublicApp,
  { publicUrl, pageUrl, image }: { publicUrl: string; pageUrl: string; image: string },
) {
  return {
    '@context': 'https://schema.org',
    '@type': 'WebApplication',
    name: app.title,
    description: app.description,
    url: app.url,
    mainEntityOfPage: pageUrl,
    image,
    applicationCategory: app.category,
    keywords: app.tags.join(', '),
    operatingSystem: 'Any',
    datePublished: app.publishedAt.toISOString(),
    author: {
      '@type': 'Person',
      name: app.by,
      ...(app.handle === null ? {} : { url: publicUrl + MAKERS_PATH + app.handle }),
    },
    interactionStatistic: {
      '@type': 'InteractionCounter',
      interactionType: { '@type': 'LikeAction' },
      userInteractionCount: app.upvotes,
    },
  };
}

function headOf(app: PublicApp, site: PageSite): Markup {
  const pageUrl = site.publicUrl + pagePath(app);
  const image = site.publicUrl + linkPicturePath(app);
  const summary = summaryOf(app);
  return html`<meta name="description" content="${summary}">
<link rel="canonical" href="${pageUrl}">
<meta property="og:type" content="website">
<meta property="og:site_name" content="Zapdeck">
<meta property="og:title" content="${app.title}">
<meta property="og:description" content="${summary}">
<meta property="og:url" content="${pageUrl}">
<meta property="og:image" content="${image}">
<meta property="og:image:width" content="1200">
<meta property="og:image:height" content="630">
<meta property="og:image:alt" content="${app.title} on Zapdeck">
<meta name="twitter:card" content="summary_large_image">
<meta name="twitter:title" content="${app.title}">
<meta name="twitter:description" content="${summary}">
<meta name="twitter:image" content="${image}">
<link rel="alternate" type="application/json+oembed" title="${app.title}" href="${site.publicUrl}/oembed?url=${encodeURIComponent(pageUrl)}">
${feedLinks(feedsOf(app.category))}<script type="module" src="/share-page.js"></script>
<script type="application/ld+json">${jsonBlock(structuredData(app, { publicUrl: site.publicUrl, pageUrl, image }))}</script>`;
}

function othersOf(category: string, others: readonly OtherApp[]): Markup | null {
  if (others.length === 0) return null;
  const items = others.map(
    (other, index) =>
      html`<li><a href="${pagePath(other)}">${coverMarkup(other, { ground: `g${index + 1}`, sizes: OTHER_SIZES, isLazy: true })}<span class="name" dir="auto">${other.title}</span></a></li>`,
  );
  const feed = feedsOf(category).find((one) => one.category !== undefined);
  const feedLink =
    feed &&
    html`<a class="feed" href="${feedPath(feed, 'xml')}">Feed<span class="unseen"> of new apps in ${category}</span></a>`;
  const isMixed = others.some((other) => other.category !== category);
  const heading = isMixed ? 'More apps' : `More in ${category}`;
  return html`<section class="others" aria-labelledby="others"><div class="heading"><h2 id="others">${heading}</h2>${feedLink ?? null}</div><ul>${items}</ul></section>`;
}

function makerOf({ by, handle }: PublicApp): Markup {
  const name = html`<bdi>${by}</bdi>`;
  return handle === null ? name : html`<a href="${MAKERS_PATH}${handle}" rel="author">${name}</a>`;
}

/** Links to the apps of the category further down the page. */
function categoryOf({ category }: PublicApp, others: readonly OtherApp[]): Markup {
  return others.every((other) => other.category !== category)
    ? html`<p class="category">${category}</p>`
    : html`<p><a class="category" href="#others">${category}</a></p>`;
}

/** Prefetched when the browser is idle, so that the feed opens at once. */
const prefetchOf = (address: string): Markup =>
  html`<link rel="prefetch" crossorigin as="${address.endsWith('.css') ? 'style' : 'script'}" href="${address}">`;

/** Returns a mailto URL. URLSearchParams would encode spaces as `+`, which mail programs do not decode. */
const mailTo = (subject: string, body: string): string =>
  `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;

/** Renders the public page of an app. */
export function appPage(app: PublicApp, others: readonly OtherApp[], site: PageSite): Markup {
  const tags = app.tags.map((tag) => html`<li dir="auto">${tag}</li>`);
  const body = html`<article class="app">
<div class="picture">${coverMarkup(app, { ground: 'g0', sizes: POSTER_SIZES })}</div>
<div class="about">
${categoryOf(app, others)}
<h1 dir="auto">${app.title}</h1>
<p class="by"><span>by ${makerOf(app)}${app.isVerified && verifiedMark}</span> <span class="likes">${formatLikes(app.upvotes)}</span></p>
<div class="ways">
<form method="post" action="${tryApp.path.replace(':id', app.id)}"><button class="primary">Try it in Zapdeck</button></form>
<a class="secondary" href="${app.url}" target="_blank" rel="noopener noreferrer">Open the app itself<span class="unseen"> (in a new tab)</span></a>
<button type="button" class="secondary share" data-share>Share</button>
<noscript><a class="secondary" href="${mailTo(app.title, site.publicUrl + pagePath(app))}">Share by email</a></noscript>
</div>
<p class="said" role="status"></p>
<p class="description" dir="auto">${app.description}</p>
${tags.length > 0 && html`<ul class="tags" aria-label="Tags">${tags}</ul>`}
</div>
</article>
${othersOf(app.category, others)}
${site.filesOfFeed.map(prefetchOf)}`;
  return pageFrame(site, { title: `${app.title} · Zapdeck`, head: headOf(app, site), body });
}
