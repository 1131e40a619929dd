import { IdParams } from '../wire/primitives.ts';
import { route } from '../wire/route.ts';

export const countShare = route({
  method: 'POST',
  path: '/api/apps/:id/shares',
  summary: 'Count a share of an app, or a copied link',
  access: 'session',
  keyless: true,
  params: IdParams,
  response: 'empty',
  errors: ['app_not_found'],
});
