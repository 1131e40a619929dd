import { DISCOVER_PATH } from '@zapdeck/contract/instance/screens';
import { SEARCH_QUERY_MAX } from '@zapdeck/contract/feed/search';
import { html, type Markup } from '../../http/html.ts';
import type { PageSite } from '../pages/common/page-site.ts';

/** Renders the search form. */
export function searchForm({ say }: PageSite, query = ''): Markup {
  return html`<search><form class="search" action="${DISCOVER_PATH}"><label class="unseen" for="q">${say('Search apps')}</label><input id="q" name="q" type="search" maxlength="${SEARCH_QUERY_MAX}" value="${query}" placeholder="${say('Search apps')}" autocomplete="off" autocapitalize="off" spellcheck="false" enterkeyhint="search" dir="auto"><button>${say('Search')}</button></form></search>`;
}
