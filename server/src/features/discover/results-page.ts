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

function resultsOf(query: string, { apps, total, corrected }: FoundApps): Markup {
  const heading = total > apps.length ? `The best ${apps.length} of ${formatApps(total)}` : formatApps(total);
  const note = corrected !== null && html`<p>Showing results for “<bdi>${corrected}</bdi>”</p>`;
  return html`${note}<div class="ways">${startForm(deckKeyOf({ kind: 'search', value: query }))}</div></div>
<section class="others" aria-labelledby="results"><h2 id="results">${heading}</h2>${appTiles(apps, ({ category }) => category)}</section>`;
}

/** Renders what a search has found, or the categories if it has found nothing. */
export function resultsPage(
  { query, found, decks }: { query: string; found: FoundApps; decks: readonly ListedDeck[] },
  site: PageSite,
): Markup {
  const shown =
    found.apps.length > 0
      ? resultsOf(query, found)
      : html`<p>No apps found for “<bdi>${query}</bdi>”. Try other words, or browse the categories.</p></div>
${categoryList(decks, site)}`;
  const body = html`<div class="lead"><h1>Search</h1>
${searchForm(query)}
${shown}`;
  return pageFrame(site, { title: `${query} · Search · Zapdeck`, head, body });
}

/** Renders the answer to a query that cannot be searched for. */
export function refusedQueryPage(query: string, message: string, site: PageSite): Markup {
  const body = html`<div class="lead"><h1>Search</h1>
${searchForm(query)}
<p role="alert">${message}</p>
<p class="ways"><a class="secondary" href="${DISCOVER_PATH}">Browse the categories</a></p></div>`;
  return pageFrame(site, { title: 'Search · Zapdeck', head, body });
}
