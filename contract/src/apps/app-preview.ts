import * as z from 'zod/mini';
import { AppStatus, FrameStatus } from './apps.ts';
import { DESCRIPTION_MAX, TITLE_MAX, URL_MAX } from './listing.ts';
import { requiredLine } from '../wire/lines.ts';
import { route } from '../wire/route.ts';
import { message } from '../wire/message.ts';

export const AppPreview = z.object({
  url: z.string(),
  title: z.nullable(z.string().check(z.maxLength(TITLE_MAX))),
  description: z.nullable(z.string().check(z.maxLength(DESCRIPTION_MAX))),
  language: z.nullable(z.string()),
  picture: z.nullable(z.string()),
  frameStatus: FrameStatus,
  alreadySubmitted: z.nullable(AppStatus),
});
export type AppPreview = z.infer<typeof AppPreview>;

export const previewApp = route({
  method: 'GET',
  path: '/api/apps/preview',
  summary: 'Preview the page at a URL',
  access: 'member',
  query: z.object({ url: requiredLine(URL_MAX, message('App URL is required')) }),
  response: AppPreview,
  errors: ['host_blocked'],
});
