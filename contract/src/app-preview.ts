import * as z from 'zod/mini';
import { AppStatus, DESCRIPTION_MAX, FrameStatus, TITLE_MAX, URL_MAX } from './apps.ts';
import { requiredLine } from './lines.ts';
import { route } from './route.ts';

/** What the submit form learns of an address while it is typed; nothing of why a page was not reached. */
export const AppPreview = z.object({
  /** As it would be stored. */
  url: z.string(),
  title: z.nullable(z.string().check(z.maxLength(TITLE_MAX))),
  description: z.nullable(z.string().check(z.maxLength(DESCRIPTION_MAX))),
  /** The picture that the app would have, as a `data:` address. */
  picture: z.nullable(z.string()),
  frameStatus: FrameStatus,
  /** What became of an app that was submitted before under this address. */
  alreadySubmitted: z.nullable(AppStatus),
});
export type AppPreview = z.infer<typeof AppPreview>;

export const previewApp = route({
  method: 'GET',
  path: '/api/apps/preview',
  summary: 'What the page at an address says of itself',
  access: 'member',
  query: z.object({ url: requiredLine(URL_MAX, 'App URL is required') }),
  response: AppPreview,
  errors: ['host_blocked'],
});
