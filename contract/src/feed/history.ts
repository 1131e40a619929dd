import * as z from 'zod/mini';
import { App } from '../apps/apps.ts';
import { Id, Moment, PageQuery, Sender, text } from '../wire/primitives.ts';
import { route } from '../wire/route.ts';

export const SeenApp = z.object({
  appId: Id,
  seenAt: Moment,
  app: z.nullable(App),
});
export type SeenApp = z.infer<typeof SeenApp>;

/** Lists each app once. `q` finds approved apps. Guests have a history, which they keep at sign-up. */
export const readHistory = route({
  method: 'GET',
  path: '/api/user/history',
  summary: 'List the apps that you have seen, the latest first',
  access: 'session',
  replica: true,
  query: z.extend(PageQuery, { q: z._default(text(200), '') }),
  response: z.array(SeenApp),
});

/** Votes and the numbers of apps stay. With `dealAgain`, the apps count as unseen. */
export const clearHistory = route({
  method: 'DELETE',
  path: '/api/user/history',
  summary: 'Clear the history',
  access: 'session',
  body: z.object({ dealAgain: z.boolean(), userId: Sender }),
  response: 'empty',
  errors: ['session_changed'],
});
