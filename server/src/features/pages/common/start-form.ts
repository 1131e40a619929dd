import { BEST_DECK, type DeckKey } from '@zapdeck/contract/feed/decks';
import { lookAround } from '@zapdeck/contract/instance/pages';
import { html, type Markup } from '../../../http/html.ts';
import type { PageSite } from './page-site.ts';

/** Renders the button that opens a deck. Visitors become guests. */
export function startForm({ say }: PageSite, deck: DeckKey = BEST_DECK): Markup {
  const query = deck === BEST_DECK ? '' : `?deck=${encodeURIComponent(deck)}`;
  return html`<form method="post" action="${lookAround.path}${query}"><button class="primary">${say('Start swiping')}</button></form>`;
}
