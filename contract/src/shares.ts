import { IdParams } from './primitives.ts';
import { route } from './route.ts';

/** Counts that somebody has shared an approved app, or copied the link to its page. */
export const countShare = route({
  method: 'POST',
  path: '/api/apps/:id/shares',
  summary: 'Count that an app was shared',
  access: 'session',
  keyless: true,
  params: IdParams,
  response: 'empty',
  errors: ['app_not_found'],
});
