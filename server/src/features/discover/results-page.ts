import type { ListedDeck } from '@zapdeck/contract/feed/deck-list';
import { deckKeyOf } from '@zapdeck/contract/feed/decks';
import { DISCOVER_PATH } from '@zapdeck/contract/instance/screens';
import { html, type Markup } from '../../http/html.ts';
import { appTiles } from '../pages/common/app-tiles.ts';
import { formatApps } from '../pages/common/format-apps.ts';
import { pageFrame } from '../pages/common/page-frame.ts';
import type { PageSite } from '../pages/common/page-site.ts';
import { startForm } from '../pages/common/start-form.ts';
import { categoryList } from './discover-page.ts';
import type { FoundApps } from './find-apps.ts';
import { searchForm } from './search-form.ts';

const head = html`<meta name="robots" content="noindex">`;

const leadOf = (
  query: string,
  shown: Markup,
  site: PageSite,
): Markup => html`<div class="lead"><h1>${site.say('Search')}</h1>
${searchForm(site, query)}
${shown}</div>
`;

function resultsOf(query: string, { apps, total, corrected }: FoundApps, site: PageSite): Markup {
  const { say, sayMarkup, sayMarked } = site;
  const heading =
    total > apps.length
      ? say(
          '{total, plural, one {The best {shown, number} of # app} other {The best {shown, number} of # apps}}',
          {
            total,
            shown: apps.length,
          },
        )
      : formatApps(total, site);
  const note =
    corrected !== null &&
    html`<p>${sayMarkup('Showing results for “{query}”', { query: html`<bdi>${corrected}</bdi>` })}</p>`;
  const start = html`<div class="ways">${startForm(site, deckKeyOf({ kind: 'search', value: query }))}</div>`;
  return html`${leadOf(query, html`${note}${start}`, site)}<section class="others" aria-labelledby="results"><h2 id="results">${heading}</h2>${appTiles(apps, site, ({ category }) => sayMarked(category))}</section>`;
}

/** Renders the results of a search. Without results, renders the categories. */
export function resultsPage(
  { query, found, decks }: { query: string; found: FoundApps; decks: readonly ListedDeck[] },
  site: PageSite,
): Markup {
  const nothing = html`<p>${site.sayMarkup(
    'No apps found for “{query}”. Try other words, or browse the categories.',
    { query: html`<bdi>${query}</bdi>` },
  )}</p>`;
  const body =
    found.apps.length > 0
      ? resultsOf(query, found, site)
      : html`${leadOf(query, nothing, site)}${categoryList(decks, site)}`;
  return pageFrame(site, { title: `${query} · ${site.say('Search')}`, head, body });
}

/** Renders the page for a query that cannot be searched for. */
export function refusedQueryPage(query: string, fault: string, site: PageSite): Markup {
  const { say, sayMarked } = site;
  const shown = html`<p role="alert">${sayMarked(fault)}</p>
<p class="ways"><a class="secondary" href="${DISCOVER_PATH}">${say('Browse the categories')}</a></p>`;
  return pageFrame(site, { title: say('Search'), head, body: leadOf(query, shown, site) });
}
