import * as z from 'zod/mini';
import { DeckKeyText } from '../feed/feed.ts';
import { IdParams } from '../wire/primitives.ts';
import { route } from '../wire/route.ts';

export const MAKERS_PATH = '/m/';

export const BADGES_PATH = '/badge/';

export const badgeForms = ['pill', 'flat'] as const;
export type BadgeForm = (typeof badgeForms)[number];

export const BADGE_HEIGHTS = { pill: 28, flat: 20 } as const satisfies Record<BadgeForm, number>;

export function badgeUrl(pageUrl: string, form: BadgeForm): string {
  const page = pageUrl.replace(/\/a\/(?=[^/]*$)/, BADGES_PATH);
  return form === 'pill' ? `${page}.svg` : `${page}.flat.svg`;
}

const EMPTY_FORM_MAX_BYTES = 1_024;

const DeckQuery = z.object({ deck: z.optional(DeckKeyText) });

export const tryApp = route({
  method: 'POST',
  path: '/api/apps/:id/try',
  summary: 'Go to the card of an app, as a guest if not signed in',
  access: 'public',
  encoding: 'form',
  bodyMaxBytes: EMPTY_FORM_MAX_BYTES,
  keyless: true,
  status: 303,
  params: IdParams,
  query: DeckQuery,
  response: 'redirect',
  errors: ['app_not_found', 'deck_not_found'],
});

export const lookAround = route({
  method: 'POST',
  path: '/api/auth/look-around',
  summary: 'Go to a deck, as a guest if not signed in',
  access: 'public',
  encoding: 'form',
  bodyMaxBytes: EMPTY_FORM_MAX_BYTES,
  keyless: true,
  status: 303,
  query: DeckQuery,
  response: 'redirect',
  errors: ['deck_not_found'],
});
