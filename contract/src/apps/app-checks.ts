import * as z from 'zod/mini';
import { FrameStatus } from './apps.ts';
import { IdParams } from '../wire/primitives.ts';
import { route } from '../wire/route.ts';

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

/** Needed because a frame cannot report whether its page loaded. */
export const confirmApp = route({
  method: 'POST',
  path: '/api/apps/:id/confirm',
  summary: 'Confirm that a framed app still responds',
  access: 'session',
  keyless: true,
  params: IdParams,
  response: z.object({ frameStatus: FrameStatus }),
  errors: ['app_not_found'],
});
