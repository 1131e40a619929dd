import type { App } from '@zapdeck/contract/apps';
import { BADGE_HEIGHTS, type BadgeForm, badgeUrl } from '@zapdeck/contract/pages';

type Shown = Pick<App, 'title' | 'pageUrl'>;

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** The badge of an app as HTML for its maker's own site. */
export function badgeHtml({ title, pageUrl }: Shown, form: BadgeForm): string {
  const alt = escaped(`${title} on Zapdeck`);
  return `<a href="${escaped(pageUrl)}"><img src="${escaped(badgeUrl(pageUrl, form))}" alt="${alt}" height="${BADGE_HEIGHTS[form]}"></a>`;
}

/** A link to the page of an app as HTML for any site: words that the site gives its own look. */
export function linkHtml({ title, pageUrl }: Shown): string {
  return `<a href="${escaped(pageUrl)}">Try ${escaped(title)} on Zapdeck</a>`;
}
