import * as z from 'zod/mini';
import { Count, Moment } from '../wire/primitives.ts';
import { route } from '../wire/route.ts';

export const RETURN_AFTER_MS = 8 * 3_600_000;
export const NEW_APPS_MAX = 100;

/**
 * Counts the apps at the start of the deck `new` that were approved since the last view. `since` is null within eight
 * hours.
 */
export const countNewApps = route({
  method: 'GET',
  path: '/api/user/new-apps',
  summary: 'Count the apps that are new since your last view',
  access: 'member',
  response: z.object({
    since: z.nullable(Moment),
    count: Count,
  }),
});
