import * as z from 'zod/mini';
import { OwnApp, SubmitForm } from './apps.ts';
import { IdParams, Moment } from './primitives.ts';
import { route } from './route.ts';

/** The types of pictures that can be uploaded; what the bytes are is seen in them. */
export const pictureTypes = ['image/webp', 'image/png', 'image/jpeg', 'image/avif', 'image/svg+xml'] as const;
export const PICTURE_MAX_BYTES = 5 * 1024 * 1024;

const { title, description, url, category, tags } = SubmitForm.shape;

/** What of one's app is to be changed; what is left out stays as it is. */
export const OwnAppEdit = z.object({
  title: z.optional(title),
  description: z.optional(description),
  url: z.optional(url),
  category: z.optional(category),
  tags: z.optional(tags.def.innerType),
  /** The `updatedAt` that the maker saw: when the app was changed since, the call is refused. Left out, it is not. */
  updatedAt: z.optional(Moment),
});
export type OwnAppEdit = z.infer<typeof OwnAppEdit>;

/** The form of an edit: as that of a submission, but a title of before that is longer than makers may type can stay. */
export function editForm(before: { title: string }) {
  return z.object({
    ...SubmitForm.shape,
    title: z.string().check(({ value, issues }) => {
      if (value === before.title) return;
      for (const { message } of title.safeParse(value).error?.issues ?? [])
        issues.push({ code: 'custom', message, input: value });
    }),
  });
}

/**
 * Changes one's app at once, except for some fields of an approved app that wait for review. Another address waits as
 * `waitingUrl`. A title or description waits as `waitingTitle` or `waitingDescription` if the maker is not verified and more
 * than half of its words differ from the approved ones. The public sees the approved version until a moderator accepts.
 * Sending the public value again cancels what waits. What is as it was before leaves no trace.
 */
export const editOwnApp = route({
  method: 'PATCH',
  path: '/api/user/apps/:id',
  summary: 'Change one’s app',
  access: 'member',
  params: IdParams,
  body: OwnAppEdit,
  bodyMaxBytes: 32 * 1024,
  response: OwnApp,
  errors: ['app_not_found', 'already_decided', 'url_taken', 'host_blocked'],
});

/** Hands in again an app that was rejected or withdrawn: it waits for review, and its address is checked. */
export const resubmitApp = route({
  method: 'POST',
  path: '/api/user/apps/:id/resubmit',
  summary: 'Send an app in again',
  access: 'member',
  params: IdParams,
  response: OwnApp,
  errors: ['app_not_found', 'already_decided', 'host_blocked'],
});

/**
 * Takes one's app out of the deck, or out of the queue, at once; changes that wait go with it. One in neither stays
 * as it is.
 */
export const withdrawApp = route({
  method: 'POST',
  path: '/api/user/apps/:id/withdraw',
  summary: 'Withdraw one’s app',
  access: 'member',
  params: IdParams,
  response: OwnApp,
  errors: ['app_not_found'],
});

/**
 * Shows an app by a picture of its maker's: the body is the file, of one of `pictureTypes`, up to 5 MB and 40 megapixels.
 * An SVG may have no filters, patterns, masks, images or dashes, and no picture may take more than two seconds to draw.
 * It is made anew, and no check replaces it. Refused with `picture_not_allowed` where an admin has taken it away.
 */
export const uploadAppPicture = route({
  method: 'PUT',
  path: '/api/user/apps/:id/picture',
  summary: 'Upload a picture of one’s app',
  access: 'member',
  encoding: 'picture',
  bodyMaxBytes: PICTURE_MAX_BYTES,
  params: IdParams,
  response: OwnApp,
  errors: ['app_not_found', 'picture_not_allowed'],
});

/** Takes the uploaded picture away: the next check looks for one on the app's page. */
export const removeAppPicture = route({
  method: 'DELETE',
  path: '/api/user/apps/:id/picture',
  summary: 'Take back the uploaded picture of one’s app',
  access: 'member',
  params: IdParams,
  response: OwnApp,
  errors: ['app_not_found'],
});
