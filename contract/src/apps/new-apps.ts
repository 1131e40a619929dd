import * as z from 'zod/mini';
import { Count, Moment } from '../wire/primitives.ts';
import { route } from '../wire/route.ts';

/** A member returns if the last view is at least this old. */
export const RETURN_AFTER_MS = 8 * 3_600_000;
export const NEW_APPS_MAX = 100;

/**
 * Counts apps approved since the last view on any device. They are the first cards of the deck `new`. `since` is null
 * without a view, and within eight hours of it.
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
