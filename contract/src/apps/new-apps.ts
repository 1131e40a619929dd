import * as z from 'zod/mini';
import { Count, Moment } from '../wire/primitives.ts';
import { route } from '../wire/route.ts';

/** A member returns if the last view is at least this old. */
export const RETURN_AFTER_MS = 8 * 3_600_000;
/** Maximum number of new apps that are counted. */
export const NEW_APPS_MAX = 100;

/**
 * The apps that were approved since the last view are the first cards of the deck `new`. The last view is the one of all devices.
 * Not for members who have viewed an app in the last eight hours: `since` is null then, and if there is no view.
 */
export const countNewApps = route({
  method: 'GET',
  path: '/api/user/new-apps',
  summary: 'Count the apps that are new since your last view',
  access: 'member',
  response: z.object({
    /** Time of the last view. */
    since: z.nullable(Moment),
    /** At most 100. */
    count: Count,
  }),
});
