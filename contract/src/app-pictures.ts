import * as z from 'zod/mini';
import { AdminApp } from './apps.ts';
import { IdParams } from './primitives.ts';
import { route } from './route.ts';

/** Takes an app's picture away for good, so that no check brings one back; or has one looked for again. */
export const allowAppPicture = route({
  method: 'PUT',
  path: '/api/admin/apps/:id/picture',
  summary: 'Take away the picture of an app, or allow it one again',
  access: 'admin',
  params: IdParams,
  body: z.object({ isAllowed: z.boolean() }),
  response: AdminApp,
  errors: ['app_not_found'],
});
