import type { ListedDeck } from '@zapdeck/contract/deck-list';
import { categorySlug, parseDeckKey } from '@zapdeck/contract/decks';
import { DISCOVER_PATH, TODAY_PATH } from '@zapdeck/contract/screens';
import { html, type Markup } from '../../http/html.ts';
import { coverMarkup } from '../pages/common/drawn-cover.ts';
import { formatApps } from '../pages/common/format-apps.ts';
import { pageFrame, type PageSite } from '../pages/common/page-frame.ts';
import { pageHead } from '../pages/common/page-head.ts';
import { deckPath, listedKinds } from '../pages/common/public-decks.ts';
import { startForm } from '../pages/common/start-form.ts';
import { feedLinks, feedPath, feedsOf } from '../pages/programs/feeds.ts';
import { searchForm } from './search-form.ts';

const TITLE = 'Discover web apps';
const SUMMARY = 'Search web apps, or browse them by category. Each one runs live as you swipe.';
/** Widths from page-discover.css. */
const COVER_SIZES = '(width >= 600px) 110px, 20vw';

/** Returns the path of the page of a deck that is not a category; undefined if it has none. */
function pathOf(id: string): string | undefined {
  if (id === 'today') return TODAY_PATH;
  const kind = listedKinds.find((listed) => listed === id);
  return kind && deckPath({ kind, value: null });
}

function deckTile({ id, title, line, covers, apps }: ListedDeck): Markup | null {
  const path = pathOf(id);
  if (path === undefined) return null;
  const drawn = covers.map((app, index) =>
    coverMarkup(app, { ground: `${id}${index}`, sizes: COVER_SIZES, isLazy: true }),
  );
  return html`<li><a href="${path}"><div class="fan">${drawn}</div><span class="name">${title}</span><span class="note">${line}</span><span class="note">${formatApps(apps)}</span></a></li>`;
}

function categoryTile({ id, apps }: ListedDeck): Markup | null {
  const deck = parseDeckKey(id);
  if (deck?.kind !== 'category') return null;
  const icon = html`<svg aria-hidden="true"><use href="#${categorySlug(deck.value)}"/></svg>`;
  return html`<li><a href="${deckPath(deck)}">${icon}<span class="name">${deck.value}</span><span class="note">${formatApps(apps)}</span></a></li>`;
}

/** Renders the categories with their numbers of apps. */
export function categoryList(decks: readonly ListedDeck[], { categoryIcons }: PageSite): Markup {
  const [feed] = feedsOf();
  const feedLink =
    feed &&
    html`<a class="feed" href="${feedPath(feed, 'xml')}">Feed<span class="unseen"> of new apps</span></a>`;
  return html`<section class="others" aria-labelledby="categories"><div class="heading"><h2 id="categories">Categories</h2>${feedLink ?? null}</div><div hidden>${categoryIcons}</div><ul class="categories">${decks.map(categoryTile)}</ul></section>`;
}

/** Renders Discover for visitors: the search, the decks and the categories. */
export function discoverPage(decks: readonly ListedDeck[], site: PageSite): Markup {
  const head = html`${pageHead(site, { path: DISCOVER_PATH, title: TITLE, summary: SUMMARY })}${feedLinks(feedsOf(), site)}`;
  const body = html`<div class="lead"><h1>${TITLE}</h1>
${searchForm()}
<div class="ways">${startForm()}</div></div>
<section class="others" aria-labelledby="decks"><h2 id="decks">Decks</h2><ul class="decks">${decks.map(deckTile)}</ul></section>
${categoryList(decks, site)}`;
  return pageFrame(site, { title: TITLE, head, body });
}
