import { MAKERS_PATH } from '@zapdeck/contract/instance/pages';
import { html, type Markup } from '../../../http/html.ts';
import type { PublicApp } from './find-app.ts';
import type { Speech } from '../../../languages/say.ts';
import type { PageSite } from './page-site.ts';

/** Returns the maker's name, or a placeholder. */
export const makerName = ({ by }: Pick<PublicApp, 'by'>, { say }: Speech): string => by ?? say('Anonymous');

/** Renders “by” and the maker's name, with a link if the maker has a page. */
export function byMaker(app: Pick<PublicApp, 'by' | 'handle'>, site: PageSite): Markup {
  const name = html`<bdi>${makerName(app, site)}</bdi>`;
  const maker =
    app.handle === null ? name : html`<a href="${MAKERS_PATH}${app.handle}" rel="author">${name}</a>`;
  return site.sayMarkup('by {maker}', { maker });
}
