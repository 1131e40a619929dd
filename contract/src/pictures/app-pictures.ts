import * as z from 'zod/mini';
import { AdminApp } from '../apps/apps.ts';
import { IdParams } from '../wire/primitives.ts';
import { route } from '../wire/route.ts';

export const allowAppPicture = route({
  method: 'PUT',
  path: '/api/admin/apps/:id/picture',
  summary: 'Allow or forbid a picture for an app',
  access: 'moderator',
  scope: 'review:write',
  params: IdParams,
  body: z.object({ isAllowed: z.boolean() }),
  response: AdminApp,
  errors: ['app_not_found'],
});
