import type { ListedDeck } from '@zapdeck/contract/feed/deck-list';
import { categorySlug, parseDeckKey } from '@zapdeck/contract/feed/decks';
import { DISCOVER_PATH, TODAY_PATH } from '@zapdeck/contract/instance/screens';
import { html, type Markup } from '../../http/html.ts';
import { coverMarkup } from '../pages/common/drawn-cover.ts';
import { formatApps } from '../pages/common/format-apps.ts';
import { pageFrame } from '../pages/common/page-frame.ts';
import type { PageSite } from '../pages/common/page-site.ts';
import { pageHead } from '../pages/common/page-head.ts';
import { deckPath, listedKinds } from '../pages/common/public-decks.ts';
import { startForm } from '../pages/common/start-form.ts';
import { feedLinks, feedPath, feedsOf } from '../pages/programs/feeds.ts';
import { searchForm } from './search-form.ts';
import { feedLink } from '../pages/common/feed-link.ts';

/** Widths from page-discover.css. */
const COVER_SIZES = '(width >= 600px) 110px, 20vw';

function deckPathOf(id: string): string | undefined {
  if (id === 'today') return TODAY_PATH;
  const kind = listedKinds.find((listed) => listed === id);
  return kind && deckPath({ kind, value: null });
}

function deckTile({ id, title, line, covers, apps }: ListedDeck, site: PageSite): Markup | null {
  const path = deckPathOf(id);
  if (path === undefined) return null;
  const drawn = covers.map((app, index) =>
    coverMarkup(app, { ground: `${id}${index}`, sizes: COVER_SIZES, isTile: true }),
  );
  return html`<li><a href="${path}"><div class="fan">${drawn}</div><span class="name">${site.sayMarked(title)}</span><span class="note">${site.sayMarked(line)}</span><span class="note">${formatApps(apps, site)}</span></a></li>`;
}

function categoryTile({ id, apps }: ListedDeck, site: PageSite): Markup | null {
  const deck = parseDeckKey(id);
  if (deck?.kind !== 'category') return null;
  const icon = html`<svg aria-hidden="true"><use href="#${categorySlug(deck.value)}"/></svg>`;
  return html`<li><a href="${deckPath(deck)}">${icon}<span class="name">${site.sayMarked(deck.value)}</span><span class="note">${formatApps(apps, site)}</span></a></li>`;
}

/** Renders the categories with their numbers of apps. */
export function categoryList(decks: readonly ListedDeck[], site: PageSite): Markup {
  const { categoryIcons, say } = site;
  const [feed] = feedsOf();
  const link = feed && feedLink(feedPath(feed, 'xml'), say('Feed of new apps'), site);
  return html`<section class="others" aria-labelledby="categories"><div class="heading"><h2 id="categories">${say('Categories')}</h2>${link ?? null}</div><div hidden>${categoryIcons}</div><ul class="categories">${decks.map((deck) => categoryTile(deck, site))}</ul></section>`;
}

/** Renders Discover for visitors: search, decks and categories. */
export function discoverPage(decks: readonly ListedDeck[], site: PageSite): Markup {
  const { say } = site;
  const title = say('Discover web apps');
  const summary = say('Search web apps, or browse them by category. Each one runs live as you swipe.');
  const head = html`${pageHead(site, { path: DISCOVER_PATH, title, summary })}${feedLinks(feedsOf(), site)}`;
  const body = html`<div class="lead"><h1>${title}</h1>
${searchForm(site)}
<div class="ways">${startForm(site)}</div></div>
<section class="others" aria-labelledby="decks"><h2 id="decks">${say('Decks')}</h2><ul class="decks">${decks.map((deck) => deckTile(deck, site))}</ul></section>
${categoryList(decks, site)}`;
  return pageFrame(site, { title, head, body });
}
