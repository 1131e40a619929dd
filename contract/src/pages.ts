import { IdParams } from './primitives.ts';
import { route } from './route.ts';

/** Where the pages of makers begin. */
export const MAKERS_PATH = '/m/';

/** Where the badges of apps begin: each has the name of the app's page, and `.svg`, or `.flat.svg` for the flat form. */
export const BADGES_PATH = '/badge/';

export const badgeForms = ['pill', 'flat'] as const;
export type BadgeForm = (typeof badgeForms)[number];

/** Heights of badges in pixels. */
export const BADGE_HEIGHTS = { pill: 28, flat: 20 } as const satisfies Record<BadgeForm, number>;

/** Returns the address of the badge of the app whose page is at `pageUrl`. */
export function badgeUrl(pageUrl: string, form: BadgeForm): string {
  const page = pageUrl.replace(/\/a\/(?=[^/]*$)/, BADGES_PATH);
  return form === 'pill' ? `${page}.svg` : `${page}.flat.svg`;
}

/** Browsers send an empty form; a few bytes more do no harm. */
const EMPTY_FORM_MAX_BYTES = 1_024;

/**
 * Leads to the card of an approved app in the feed, from a page that needs no script: whoever is not signed in becomes a
 * guest on the way. Takes the empty form of a browser.
 */
export const tryApp = route({
  method: 'POST',
  path: '/api/apps/:id/try',
  summary: 'Go to the card of an app, as a guest if need be',
  access: 'public',
  encoding: 'form',
  bodyMaxBytes: EMPTY_FORM_MAX_BYTES,
  keyless: true,
  status: 303,
  params: IdParams,
  response: 'redirect',
  errors: ['app_not_found'],
});

/** Leads into the deck, from a page that needs no script: whoever is not signed in becomes a guest on the way. */
export const lookAround = route({
  method: 'POST',
  path: '/api/auth/look-around',
  summary: 'Go to the feed, as a guest if need be',
  access: 'public',
  encoding: 'form',
  bodyMaxBytes: EMPTY_FORM_MAX_BYTES,
  keyless: true,
  status: 303,
  response: 'redirect',
});
