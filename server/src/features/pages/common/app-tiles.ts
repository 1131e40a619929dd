import { html, type Markup } from '../../../http/html.ts';
import { pagePath } from '../../listings/present/page-address.ts';
import { coverMarkup } from './drawn-cover.ts';
import type { PublicApp } from './find-app.ts';
import { textLanguage } from './text-language.ts';
import { verifiedMark } from './verified-mark.ts';
import type { PageSite } from './page-site.ts';

/** Widths from page-others.css. */
const SIZES = '(width >= 900px) 170px, (width >= 600px) 33vw, 50vw';

export type TiledApp = Pick<PublicApp, 'id' | 'title' | 'language' | 'picture' | 'colour'> & {
  isVerified?: boolean;
};

/** Renders the link to an app's page with picture, title and note. `place` is unique in the document. */
export function appTile(app: TiledApp, place: number, site: PageSite, note = ''): Markup {
  const cover = coverMarkup(app, { ground: `g${place}`, sizes: SIZES, isTile: true });
  const name = html`<span class="name"><bdi${textLanguage(app)}>${app.title}</bdi>${app.isVerified === true && verifiedMark(site)}</span>`;
  return html`<a href="${pagePath(app)}">${cover}${name}${note && html`<span class="note">${note}</span>`}</a>`;
}

/** Renders apps as a grid of links to their pages. Places count from 1. */
export function appTiles<App extends TiledApp>(
  apps: readonly App[],
  site: PageSite,
  noteOf: (app: App) => string = () => '',
): Markup {
  const items = apps.map((app, index) => html`<li>${appTile(app, index + 1, site, noteOf(app))}</li>`);
  return html`<ul class="tiles">${items}</ul>`;
}
