import { MAKERS_PATH, tryApp } from '@zapdeck/contract/pages';
import { POSTER_SIZES } from '@zapdeck/contract/picture-paths';
import { DISCOVER_PATH } from '@zapdeck/contract/screens';
import { SEARCH_QUERY_MAX } from '@zapdeck/contract/search';
import { html, type Markup } from '../../http/html.ts';
import { pagePath } from '../listings/present/page-address.ts';
import { appTiles } from './common/app-tiles.ts';
import { coverMarkup } from './common/drawn-cover.ts';
import { makerOf } from './common/maker-of.ts';
import { categoryPath } from './common/public-decks.ts';
import { summaryOf } from './common/summary.ts';
import { feedLinks, feedPath, feedsOf } from './programs/feeds.ts';
import { linkPicturePath } from './link-picture/link-pictures.ts';
import type { OtherApp, PublicApp } from './common/find-app.ts';
import { formatLikes } from './common/format-likes.ts';
import { pageFrame, type PageSite } from './common/page-frame.ts';
import { pageHead } from './common/page-head.ts';
import { verifiedMark } from './common/verified-mark.ts';

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
  const { publicUrl } = site;
  const path = pagePath(app);
  const pageUrl = publicUrl + path;
  const picture = linkPicturePath(app, site.instance());
  const facts = {
    path,
    title: app.title,
    summary: summaryOf(app),
    picture: { path: picture, text: `${app.title} on ${site.instance().name}` },
    data: structuredData(app, { publicUrl, pageUrl, image: publicUrl + picture }),
  };
  return html`${pageHead(site, facts)}<link rel="alternate" type="application/json+oembed" title="${app.title}" href="${publicUrl}/oembed?url=${encodeURIComponent(pageUrl)}">
${feedLinks(feedsOf(app.category), site)}<script type="module" src="/share-page.js"></script>`;
}

function othersOf(category: string, others: readonly OtherApp[]): Markup | null {
  if (others.length === 0) return null;
  const feed = feedsOf(category).find((one) => one.category !== undefined);
  const feedLink =
    feed &&
    html`<a class="feed" href="${feedPath(feed, 'xml')}">Feed<span class="unseen"> of new apps in ${category}</span></a>`;
  const isMixed = others.some((other) => other.category !== category);
  const heading = isMixed ? 'More apps' : `More in ${category}`;
  return html`<section class="others" aria-labelledby="others"><div class="heading"><h2 id="others">${heading}</h2>${feedLink ?? null}</div>${appTiles(others)}</section>`;
}

function categoryOf({ category }: PublicApp): Markup {
  const path = categoryPath(category);
  return path === undefined
    ? html`<p class="category">${category}</p>`
    : html`<p><a class="category" href="${path}">${category}</a></p>`;
}

/** Links to the search for the tag. Robots should not follow: each link costs a search, and its result is not indexed. */
function tagOf(tag: string): Markup {
  const query = encodeURIComponent([...tag].slice(0, SEARCH_QUERY_MAX).join(''));
  return html`<li><a href="${DISCOVER_PATH}?q=${query}" rel="nofollow" dir="auto">${tag}</a></li>`;
}

/** Prefetched when the browser is idle, so that the feed opens at once. */
const prefetchOf = (address: string): Markup =>
  html`<link rel="prefetch" crossorigin as="${address.endsWith('.css') ? 'style' : 'script'}" href="${address}">`;

/** Returns a mailto URL. URLSearchParams would encode spaces as `+`, which mail programs do not decode. */
const mailTo = (subject: string, body: string): string =>
  `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;

/** Renders the public page of an app. */
export function appPage(app: PublicApp, others: readonly OtherApp[], site: PageSite): Markup {
  const body = html`<article class="app">
<div class="picture">${coverMarkup(app, { ground: 'g0', sizes: POSTER_SIZES })}</div>
<div class="about">
${categoryOf(app)}
<h1 dir="auto">${app.title}</h1>
<p class="by"><span>by ${makerOf(app)}${app.isVerified && verifiedMark}</span> <span class="likes">${formatLikes(app.upvotes)}</span></p>
<div class="ways">
<form method="post" action="${tryApp.path.replace(':id', app.id)}"><button class="primary">Try it in ${site.instance().name}</button></form>
<a class="secondary" href="${app.url}" target="_blank" rel="noopener noreferrer">Open the app itself<span class="unseen"> (in a new tab)</span></a>
<button type="button" class="secondary share" data-share>Share</button>
<noscript><a class="secondary" href="${mailTo(app.title, site.publicUrl + pagePath(app))}">Share by email</a></noscript>
</div>
<p class="said" role="status"></p>
<p class="description" dir="auto">${app.description}</p>
${app.tags.length > 0 && html`<ul class="tags" aria-label="Tags">${app.tags.map(tagOf)}</ul>`}
</div>
</article>
${othersOf(app.category, others)}
${site.filesOfFeed.map(prefetchOf)}`;
  return pageFrame(site, { title: app.title, head: headOf(app, site), body });
}
