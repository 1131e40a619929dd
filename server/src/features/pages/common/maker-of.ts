import { MAKERS_PATH } from '@zapdeck/contract/pages';
import { html, type Markup } from '../../../http/html.ts';
import type { PublicApp } from './find-app.ts';

/** Renders the name of the maker, as a link if the maker has a page. */
export function makerOf({ by, handle }: Pick<PublicApp, 'by' | 'handle'>): Markup {
  const name = html`<bdi>${by}</bdi>`;
  return handle === null ? name : html`<a href="${MAKERS_PATH}${handle}" rel="author">${name}</a>`;
}
