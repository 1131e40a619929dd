import { tryApp } from '@zapdeck/contract/instance/pages';
import { POSTER_SIZES } from '@zapdeck/contract/pictures/picture-paths';
import { DISCOVER_PATH, screens, TODAY_PATH } from '@zapdeck/contract/instance/screens';
import { TODAY_APPS_MIN } from '@zapdeck/contract/feed/today';
import { html, type Markup } from '../../http/html.ts';
import { pagePath } from '../listings/present/page-address.ts';
import { appTile } from '../pages/common/app-tiles.ts';
import { collectionData } from '../pages/common/collection-data.ts';
import { coverMarkup } from '../pages/common/drawn-cover.ts';
import type { PublicApp } from '../pages/common/find-app.ts';
import { formatLikes } from '../pages/common/format-likes.ts';
import { byMaker } from '../pages/common/maker-of.ts';
import { pageFrame } from '../pages/common/page-frame.ts';
import type { PageSite } from '../pages/common/page-site.ts';
import { pageHead } from '../pages/common/page-head.ts';
import type { DailyPick } from '../pages/common/picks.ts';
import { summaryOf } from '../pages/common/summary.ts';
import { textLanguage } from '../pages/common/text-language.ts';
import { verifiedMark } from '../pages/common/verified-mark.ts';
import { linkPicturePath } from '../pages/link-picture/link-pictures.ts';
import { feedLinks, feedPath } from '../pages/programs/feeds.ts';
import { feedLink } from '../pages/common/feed-link.ts';
import { titleOnSite } from '../pages/common/title-on-site.ts';

const feed = { slug: 'today' };

function dateOf(day: string, { locale }: PageSite): Markup {
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
  return html`<time datetime="${day}">${format.format(new Date(day))}</time>`;
}

interface ShownDays {
  today: string;
  picks: readonly DailyPick[];
  before?: string | undefined;
  hasMore: boolean;
}

function featured(day: string, app: PublicApp, site: PageSite): Markup {
  const { say } = site;
  const host = new URL(app.url).host.replace(/^www\./, '');
  return html`<article class="app">
<div class="picture">${coverMarkup(app, { ground: 'g0', sizes: POSTER_SIZES })}</div>
<div class="about">
<p><span class="category">${say('App of the day')}</span> <span class="day">${dateOf(day, site)}</span></p>
<h1${textLanguage(app)} dir="auto">${app.title}</h1>
<p class="by"><span>${byMaker(app, site)}${app.isVerified && verifiedMark(site)}</span> <span class="likes">${formatLikes(app.upvotes, site)}</span> <span class="host">${host}</span></p>
<p class="description"${textLanguage(app)} dir="auto">${summaryOf(app, site)}</p>
<div class="ways">
<form method="post" action="${tryApp.path.replace(':id', app.id)}?deck=today"><button class="primary">${say('Try it')}</button></form>
<a class="secondary" href="${pagePath(app)}">${say('More about this app')}</a>
</div>
</div>
</article>
`;
}

function dayTile({ day, app }: DailyPick, index: number, site: PageSite): Markup {
  const shown = app
    ? appTile(app, index + 1, site)
    : html`<div class="gone"><p>${site.say('No longer in the deck')}</p></div>`;
  return html`<li><p class="day">${dateOf(day, site)}</p>${shown}</li>`;
}

function archiveOf(
  picks: readonly DailyPick[],
  { hasMore, heading }: { hasMore: boolean; heading: string },
  site: PageSite,
): Markup {
  const { say } = site;
  const last = picks.at(-1);
  const earlier =
    hasMore &&
    last &&
    html`<p class="more"><a class="secondary" href="${TODAY_PATH}?before=${last.day}">${say('Earlier days')}</a></p>`;
  return html`<section class="others" aria-labelledby="days"><div class="heading"><h2 id="days">${heading}</h2>${feedLink(feedPath(feed, 'xml'), say('Feed of the apps of the day'), site)}</div>
<ul class="tiles days">${picks.map((pick, index) => dayTile(pick, index, site))}</ul>
${earlier || null}</section>`;
}

function introOf(title: string, text: string, { say }: PageSite): Markup {
  return html`<div class="lead"><h1>${title}</h1><p>${text}</p>
<p class="ways"><a class="primary" href="${DISCOVER_PATH}">${say('Discover apps')}</a><a class="secondary" href="${screens.submit.path}">${say('Submit an app')}</a></p></div>
`;
}

function latestDays({ picks, hasMore, today }: ShownDays, site: PageSite): Markup {
  const { say } = site;
  const [latest, ...before] = picks;
  const noneYet = introOf(
    say('No app of the day yet'),
    say(
      '{min, plural, one {The first one appears soon after # app is in the deck. It could be yours.} other {The first one appears soon after # apps are in the deck. It could be yours.}}',
      { min: TODAY_APPS_MIN },
    ),
    site,
  );
  if (!latest) return noneYet;
  if (!latest.app) {
    const words =
      latest.day === today
        ? introOf(
            say('Today’s app has left the deck'),
            say('The next app of the day comes at midnight UTC.'),
            site,
          )
        : noneYet;
    return html`${words}${archiveOf(picks, { hasMore, heading: say('All days') }, site)}`;
  }
  const archive = before.length > 0 && archiveOf(before, { hasMore, heading: say('The days before') }, site);
  return html`${featured(latest.day, latest.app, site)}${archive || html`<p class="more"><a class="feed" href="${feedPath(feed, 'xml')}">${say('Feed of the apps of the day')}</a></p>`}`;
}

function earlierDays({ picks, hasMore }: ShownDays, site: PageSite): Markup {
  const { say } = site;
  const back = html`<p class="ways"><a class="secondary" href="${TODAY_PATH}">${say('Back to today')}</a></p>`;
  if (picks.length === 0)
    return html`<div class="lead"><h1>${say('No earlier days')}</h1><p>${say('The archive begins here.')}</p>${back}</div>`;
  return html`<div class="lead"><h1>${say('Apps of earlier days')}</h1>${back}</div>
${archiveOf(picks, { hasMore, heading: say('Earlier days') }, site)}`;
}

/** Renders the app of the day and the archive. */
export function todayPage(days: ShownDays, site: PageSite): Markup {
  const { picks, before } = days;
  const { publicUrl, say } = site;
  const instance = site.instance();
  const apps = picks.flatMap(({ app }) => app ?? []);
  const latest = before === undefined ? picks[0]?.app : undefined;
  const name = say('App of the day');
  const title = latest ? say('App of the day: {title}', { title: latest.title }) : name;
  const facts = {
    path: before === undefined ? TODAY_PATH : `${TODAY_PATH}?before=${before}`,
    title,
    summary: latest
      ? summaryOf(latest, site)
      : say('One web app a day, picked from what people like right now.'),
    picture: latest
      ? { path: linkPicturePath(latest, instance), text: titleOnSite(latest, site) }
      : undefined,
  };
  const head = html`${pageHead(site, {
    ...facts,
    data: collectionData(publicUrl, { ...facts, title: name }, apps),
    isIndexed: apps.length > 0,
  })}${feedLinks([feed], site)}`;
  const body = before === undefined ? latestDays(days, site) : earlierDays(days, site);
  return pageFrame(site, { title, head, body });
}
