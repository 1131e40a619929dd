import { MAKERS_PATH, tryApp } from '@zapdeck/contract/instance/pages';
import { POSTER_SIZES } from '@zapdeck/contract/pictures/picture-paths';
import { DISCOVER_PATH } from '@zapdeck/contract/instance/screens';
import { SEARCH_QUERY_MAX } from '@zapdeck/contract/feed/search';
import { html, type Markup } from '../../http/html.ts';
import { pagePath } from '../listings/present/page-address.ts';
import { appTiles } from './common/app-tiles.ts';
import { coverMarkup } from './common/drawn-cover.ts';
import { byMaker, makerName } from './common/maker-of.ts';
import { categoryPath } from './common/public-decks.ts';
import { summaryOf } from './common/summary.ts';
import { feedLinks, feedPath, feedsOf } from './programs/feeds.ts';
import { linkPicturePath } from './link-picture/link-pictures.ts';
import type { OtherApp, PublicApp } from './common/find-app.ts';
import { formatLikes } from './common/format-likes.ts';
import { pageFrame } from './common/page-frame.ts';
import type { PageSite } from './common/page-site.ts';
import { pageHead } from './common/page-head.ts';
import { verifiedMark } from './common/verified-mark.ts';
import { feedLink } from './common/feed-link.ts';
import type { Speech } from '../../languages/say.ts';
import { textLanguage } from './common/text-language.ts';
import { titleOnSite } from './common/title-on-site.ts';

function structuredData(
  app: PublicApp,
  speech: Speech,
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
      name: makerName(app, speech),
      ...(app.handle === null ? {} : { url: publicUrl + MAKERS_PATH + app.handle }),
    },
    interactionStatistic: {
      '@type': 'InteractionCounter',
      interactionType: { '@type': 'LikeAction' },
      userInteractionCount: app.upvotes,
    },
  };
}

function appHeadOf(app: PublicApp, site: PageSite): Markup {
  const { publicUrl } = site;
  const path = pagePath(app);
  const pageUrl = publicUrl + path;
  const picture = linkPicturePath(app, site.instance());
  const facts = {
    path,
    title: app.title,
    summary: summaryOf(app, site),
    picture: { path: picture, text: titleOnSite(app, site) },
    data: structuredData(app, site, { publicUrl, pageUrl, image: publicUrl + picture }),
  };
  return html`${pageHead(site, facts)}<link rel="alternate" type="application/json+oembed" title="${app.title}" href="${publicUrl}/oembed?url=${encodeURIComponent(pageUrl)}">
${feedLinks(feedsOf(app.category), site)}<script type="module" src="/share-page.js"></script>`;
}

function othersOf(category: string, others: readonly OtherApp[], site: PageSite): Markup | null {
  const named = site.sayMarked(category);
  if (others.length === 0) return null;
  const feed = feedsOf(category).find((one) => one.category !== undefined);
  const link =
    feed &&
    feedLink(feedPath(feed, 'xml'), site.say('Feed of new apps in {category}', { category: named }), site);
  const isMixed = others.some((other) => other.category !== category);
  const heading = isMixed ? site.say('More apps') : site.say('More in {category}', { category: named });
  return html`<section class="others" aria-labelledby="others"><div class="heading"><h2 id="others">${heading}</h2>${link ?? null}</div>${appTiles(others, site)}</section>`;
}

function categoryOf({ category }: PublicApp, { sayMarked }: PageSite): Markup {
  const path = categoryPath(category);
  return path === undefined
    ? html`<p class="category" dir="auto">${category}</p>`
    : html`<p><a class="category" href="${path}">${sayMarked(category)}</a></p>`;
}

/** Robots should not follow these links, because each one costs a search whose result is not indexed. */
function tagLinkOf(tag: string): Markup {
  const query = encodeURIComponent([...tag].slice(0, SEARCH_QUERY_MAX).join(''));
  return html`<li><a href="${DISCOVER_PATH}?q=${query}" rel="nofollow" dir="auto">${tag}</a></li>`;
}

const prefetchOf = (address: string): Markup =>
  html`<link rel="prefetch" crossorigin as="${address.endsWith('.css') ? 'style' : 'script'}" href="${address}">`;

/** Returns a mailto URL. URLSearchParams would encode spaces as `+`, which mail programs do not decode. */
const mailTo = (subject: string, body: string): string =>
  `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;

/** Renders the public page of an app. */
export function appPage(app: PublicApp, others: readonly OtherApp[], site: PageSite): Markup {
  const { say } = site;
  const body = html`<article class="app">
<div class="picture">${coverMarkup(app, { ground: 'g0', sizes: POSTER_SIZES })}</div>
<div class="about">
${categoryOf(app, site)}
<h1${textLanguage(app)} dir="auto">${app.title}</h1>
<p class="by"><span>${byMaker(app, site)}${app.isVerified && verifiedMark(site)}</span> <span class="likes">${formatLikes(app.upvotes, site)}</span></p>
<div class="ways">
<form method="post" action="${tryApp.path.replace(':id', app.id)}"><button class="primary">${say('Try it in {name}', { name: site.instance().name })}</button></form>
<a class="secondary" href="${app.url}" target="_blank" rel="noopener noreferrer">${say('Open the app itself')} <span class="unseen">${say('(in a new tab)')}</span></a>
<button type="button" class="secondary share" data-share data-copied="${say('Link Copied')}" data-failed="${say('Failed to copy link')}">${say('Share')}</button>
<noscript><a class="secondary" href="${mailTo(app.title, site.publicUrl + pagePath(app))}">${say('Share by email')}</a></noscript>
</div>
<p class="said" role="status"></p>
<p class="description"${textLanguage(app)} dir="auto">${app.description}</p>
${app.tags.length > 0 && html`<ul class="tags" aria-label="${say('Tags')}">${app.tags.map(tagLinkOf)}</ul>`}
</div>
</article>
${othersOf(app.category, others, site)}
${site.filesOfFeed.map(prefetchOf)}`;
  return pageFrame(site, { title: app.title, head: appHeadOf(app, site), body });
}
