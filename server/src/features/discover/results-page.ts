import type { ListedDeck } from '@zapdeck/contract/deck-list';
import { deckKeyOf } from '@zapdeck/contract/decks';
import { DISCOVER_PATH } from '@zapdeck/contract/screens';
import { html, type Markup } from '../../http/html.ts';
import { appTiles } from '../pages/common/app-tiles.ts';
import { formatApps } from '../pages/common/format-apps.ts';
import { pageFrame, type PageSite } from '../pages/common/page-frame.ts';
import { startForm } from '../pages/common/start-form.ts';
import { categoryList } from './discover-page.ts';
import type { FoundApps } from './find-apps.ts';
import { searchForm } from './search-form.ts';

const head = html`<meta name="robots" content="noindex">`;

/** Renders the top of the page: heading, search form with the query, and the given content. */
const leadOf = (query: string, shown: Markup): Markup => html`<div class="lead"><h1>Search</h1>
${searchForm(query)}
${shown}</div>
`;

function resultsOf(query: string, { apps, total, corrected }: FoundApps): Markup {
  const heading = total > apps.length ? `The best ${apps.length} of ${formatApps(total)}` : formatApps(total);
  const note = corrected !== null && html`<p>Showing results for “<bdi>${corrected}</bdi>”</p>`;
  const start = html`<div class="ways">${startForm(deckKeyOf({ kind: 'search', value: query }))}</div>`;
  return html`${leadOf(query, html`${note}${start}`)}<section class="others" aria-labelledby="results"><h2 id="results">${heading}</h2>${appTiles(apps, ({ category }) => category)}</section>`;
}

/** Renders the results of a search, or the categories if there are none. */
export function resultsPage(
  { query, found, decks }: { query: string; found: FoundApps; decks: readonly ListedDeck[] },
  site: PageSite,
): Markup {
  const nothing = html`<p>No apps found for “<bdi>${query}</bdi>”. Try other words, or browse the categories.</p>`;
  const body =
    found.apps.length > 0
      ? resultsOf(query, found)
      : html`${leadOf(query, nothing)}${categoryList(decks, site)}`;
  return pageFrame(site, { title: `${query} · Search`, head, body });
}

/** Renders the answer to a query that cannot be searched for. */
export function refusedQueryPage(query: string, message: string, site: PageSite): Markup {
  const shown = html`<p role="alert">${message}</p>
<p class="ways"><a class="secondary" href="${DISCOVER_PATH}">Browse the categories</a></p>`;
  return pageFrame(site, { title: 'Search', head, body: leadOf(query, shown) });
}
