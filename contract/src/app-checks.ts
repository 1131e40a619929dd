import * as z from 'zod/mini';
import { FrameStatus } from './apps.ts';
import { IdParams } from './primitives.ts';
import { route } from './route.ts';

/**
 * Has an approved app's page looked at once more, for somebody who sees that it does not load. A verdict of this moment
 * is answered as it is; whoever asks meanwhile waits for the same look.
 */
export const checkApp = route({
  method: 'POST',
  path: '/api/apps/:id/check',
  summary: 'Check now whether an app can be framed',
  access: 'session',
  keyless: true,
  params: IdParams,
  response: z.object({ frameStatus: FrameStatus }),
  errors: ['app_not_found'],
});

/**
 * Returns whether an approved app still answers and can be framed. Browsers call it for each frame: a frame cannot tell.
 * A look of the last two seconds is reused.
 */
export const confirmApp = route({
  method: 'POST',
  path: '/api/apps/:id/confirm',
  summary: 'Confirm that a framed app still answers',
  access: 'session',
  keyless: true,
  params: IdParams,
  response: z.object({ frameStatus: FrameStatus }),
  errors: ['app_not_found'],
});
