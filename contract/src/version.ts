import * as z from 'zod/mini';
import { route } from './route.ts';

/** Which version answers: for operators, and for programs that want to know what they may ask. */
export const readVersion = route({
  method: 'GET',
  path: '/api/version',
  summary: 'The version of this server',
  access: 'public',
  response: z.object({ version: z.string() }),
});
