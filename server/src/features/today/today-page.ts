import { tryApp } from '@zapdeck/contract/pages';
import { POSTER_SIZES } from '@zapdeck/contract/picture-paths';
import { DISCOVER_PATH, screens, TODAY_PATH } from '@zapdeck/contract/screens';
import { TODAY_APPS_MIN } from '@zapdeck/contract/today';
import { html, type Markup } from '../../http/html.ts';
import { pagePath } from '../listings/present/page-address.ts';
import { appTile } from '../pages/common/app-tiles.ts';
import { collectionData } from '../pages/common/collection-data.ts';
import { coverMarkup } from '../pages/common/drawn-cover.ts';
import type { PublicApp } from '../pages/common/find-app.ts';
import { formatLikes } from '../pages/common/format-likes.ts';
import { makerOf } from '../pages/common/maker-of.ts';
import { pageFrame, type PageSite } from '../pages/common/page-frame.ts';
import { pageHead } from '../pages/common/page-head.ts';
import type { DailyPick } from '../pages/common/picks.ts';
import { summaryOf } from '../pages/common/summary.ts';
import { verifiedMark } from '../pages/common/verified-mark.ts';
import { linkPicturePath } from '../pages/link-picture/link-pictures.ts';
import { feedLinks, feedPath } from '../pages/programs/feeds.ts';

const TITLE = 'App of the day';
const SUMMARY = 'One web app a day, picked from what people like right now.';
const feed = { slug: 'today' };

const dateFormat = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' });

/** Renders the day as a date in words. */
const dateOf = (day: string): Markup =>
  html`<time datetime="${day}">${dateFormat.format(new Date(day))}</time>`;

export interface ShownDays {
  /** The day on which the page is shown. */
  today: string;
  /** The days, the latest first. */
  picks: readonly DailyPick[];
  /** The days are those before this date. */
  before?: string | undefined;
  hasMore: boolean;
}

function featured(day: string, app: PublicApp): Markup {
  const host = new URL(app.url).host.replace(/^www\./, '');
  return html`<article class="app">
<div class="picture">${coverMarkup(app, { ground: 'g0', sizes: POSTER_SIZES })}</div>
<div class="about">
<p><span class="category">${TITLE}</span> <span class="day">${dateOf(day)}</span></p>
<h1 dir="auto">${app.title}</h1>
<p class="by"><span>by ${makerOf(app)}${app.isVerified && verifiedMark}</span> <span class="likes">${formatLikes(app.upvotes)}</span> <span class="host">${host}</span></p>
<p class="description" dir="auto">${summaryOf(app)}</p>
<div class="ways">
<form method="post" action="${tryApp.path.replace(':id', app.id)}?deck=today"><button class="primary">Try it</button></form>
<a class="secondary" href="${pagePath(app)}">More about it</a>
</div>
</div>
</article>
`;
}

function dayTile({ day, app }: DailyPick, index: number): Markup {
  const shown = app ? appTile(app, index + 1) : html`<div class="gone"><p>No longer in the deck</p></div>`;
  return html`<li><p class="day">${dateOf(day)}</p>${shown}</li>`;
}

function archiveOf(
  picks: readonly DailyPick[],
  { hasMore, heading }: { hasMore: boolean; heading: string },
): Markup {
  const last = picks.at(-1);
  const earlier =
    hasMore &&
    last &&
    html`<p class="more"><a class="secondary" href="${TODAY_PATH}?before=${last.day}">Earlier days</a></p>`;
  return html`<section class="others" aria-labelledby="days"><div class="heading"><h2 id="days">${heading}</h2><a class="feed" href="${feedPath(feed, 'xml')}">Feed<span class="unseen"> of the apps of the day</span></a></div>
<ul class="tiles days">${picks.map(dayTile)}</ul>
${earlier || null}</section>`;
}

/** Renders what the page says in place of an app. */
function wordsOf(title: string, text: string): Markup {
  return html`<div class="lead"><h1>${title}</h1><p>${text}</p>
<p class="ways"><a class="primary" href="${DISCOVER_PATH}">Discover apps</a><a class="secondary" href="${screens.submit.path}">Submit an app</a></p></div>
`;
}

/** Renders the latest app of the day large, and the days before it. */
function latestDays({ picks, hasMore, today }: ShownDays): Markup {
  const [latest, ...before] = picks;
  const noneYet = wordsOf(
    'No app of the day yet',
    `The first one appears soon after ${TODAY_APPS_MIN} apps are in the deck. It could be yours.`,
  );
  if (!latest) return noneYet;
  if (!latest.app) {
    const words =
      latest.day === today
        ? wordsOf('Today’s app has left the deck', 'The next app of the day comes at midnight UTC.')
        : noneYet;
    return html`${words}${archiveOf(picks, { hasMore, heading: 'All days' })}`;
  }
  const archive = before.length > 0 && archiveOf(before, { hasMore, heading: 'The days before' });
  return html`${featured(latest.day, latest.app)}${archive || html`<p class="more"><a class="feed" href="${feedPath(feed, 'xml')}">Feed of the apps of the day</a></p>`}`;
}

function earlierDays({ picks, hasMore }: ShownDays): Markup {
  const back = html`<p class="ways"><a class="secondary" href="${TODAY_PATH}">Back to today</a></p>`;
  if (picks.length === 0)
    return html`<div class="lead"><h1>No earlier days</h1><p>The archive begins here.</p>${back}</div>`;
  return html`<div class="lead"><h1>Apps of earlier days</h1>${back}</div>
${archiveOf(picks, { hasMore, heading: 'Earlier days' })}`;
}

/** Renders the app of the day and the archive. */
export function todayPage(days: ShownDays, site: PageSite): Markup {
  const { picks, before } = days;
  const { publicUrl } = site;
  const instance = site.instance();
  const apps = picks.flatMap(({ app }) => app ?? []);
  const latest = before === undefined ? picks[0]?.app : undefined;
  const title = latest ? `${TITLE}: ${latest.title}` : TITLE;
  const facts = {
    path: before === undefined ? TODAY_PATH : `${TODAY_PATH}?before=${before}`,
    title,
    summary: latest ? summaryOf(latest) : SUMMARY,
    picture: latest
      ? { path: linkPicturePath(latest, instance), text: `${latest.title} on ${instance.name}` }
      : undefined,
  };
  const head = html`${pageHead(site, {
    ...facts,
    data: collectionData(publicUrl, { ...facts, title: TITLE }, apps),
    isIndexed: apps.length > 0,
  })}${feedLinks([feed], site)}`;
  const body = before === undefined ? latestDays(days) : earlierDays(days);
  return pageFrame(site, { title, head, body });
}
