import type { App } from '@zapdeck/contract/apps/apps';
import { BADGE_HEIGHTS, type BadgeForm, badgeUrl } from '@zapdeck/contract/instance/pages';
import { instance } from './instance.ts';

type Shown = Pick<App, 'title' | 'pageUrl'>;

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** Returns HTML of the app's badge, for the maker's own site. */
export function badgeHtml({ title, pageUrl }: Shown, form: BadgeForm): string {
  const alt = escaped(`${title} on ${instance.name}`);
  return `<a href="${escaped(pageUrl)}"><img src="${escaped(badgeUrl(pageUrl, form))}" alt="${alt}" height="${BADGE_HEIGHTS[form]}"></a>`;
}

/** Returns HTML of a text link to the app's page, without styles. */
export function linkHtml({ title, pageUrl }: Shown): string {
  return `<a href="${escaped(pageUrl)}">Try ${escaped(title)} on ${escaped(instance.name)}</a>`;
}
