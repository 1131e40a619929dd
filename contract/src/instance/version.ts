import * as z from 'zod/mini';
import { route } from '../wire/route.ts';

export const readVersion = route({
  method: 'GET',
  path: '/api/version',
  summary: 'Get the version of the server',
  access: 'public',
  response: z.object({ version: z.string() }),
});
