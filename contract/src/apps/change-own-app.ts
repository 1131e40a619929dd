import * as z from 'zod/mini';
import { OwnApp } from './apps.ts';
import { makerFields, schemasOf, SubmitForm } from './listing.ts';
import { IdParams, Moment } from '../wire/primitives.ts';
import { route } from '../wire/route.ts';

export const pictureTypes = ['image/webp', 'image/png', 'image/jpeg', 'image/avif', 'image/svg+xml'] as const;
export const PICTURE_MAX_BYTES = 5 * 1024 * 1024;

export const OwnAppEdit = z.extend(z.partial(z.object(schemasOf(makerFields, 'schema'))), {
  updatedAt: z.optional(Moment),
});
export type OwnAppEdit = z.infer<typeof OwnAppEdit>;

/** Titles of bulk uploads may exceed the form's limit. */
export function editForm(before: { title: string }) {
  return z.object({
    ...SubmitForm.shape,
    title: z.string().check(({ value, issues }) => {
      if (value === before.title) return;
      for (const { message } of SubmitForm.shape.title.safeParse(value).error?.issues ?? [])
        issues.push({ code: 'custom', message, input: value });
    }),
  });
}

/** The URL of an approved app and mostly new texts may wait for review. */
export const editOwnApp = route({
  method: 'PATCH',
  path: '/api/user/apps/:id',
  summary: 'Edit one of your apps',
  access: 'member',
  scope: 'apps:write',
  params: IdParams,
  body: OwnAppEdit,
  bodyMaxBytes: 32 * 1024,
  response: OwnApp,
  errors: ['app_not_found', 'already_decided', 'url_taken', 'host_blocked'],
});

export const resubmitApp = route({
  method: 'POST',
  path: '/api/user/apps/:id/resubmit',
  summary: 'Submit a rejected or withdrawn app again, for review',
  access: 'member',
  scope: 'apps:write',
  params: IdParams,
  response: OwnApp,
  errors: ['app_not_found', 'already_decided', 'host_blocked'],
});

export const withdrawApp = route({
  method: 'POST',
  path: '/api/user/apps/:id/withdraw',
  summary: 'Withdraw one of your apps',
  access: 'member',
  scope: 'apps:write',
  params: IdParams,
  response: OwnApp,
  errors: ['app_not_found'],
});

/** The body is the file: one of `pictureTypes`, at most 5 MB and 40 megapixels. */
export const uploadAppPicture = route({
  method: 'PUT',
  path: '/api/user/apps/:id/picture',
  summary: 'Upload a picture for one of your apps',
  access: 'member',
  scope: 'apps:write',
  encoding: 'picture',
  bodyMaxBytes: PICTURE_MAX_BYTES,
  params: IdParams,
  response: OwnApp,
  errors: ['app_not_found', 'picture_not_allowed', 'picture_too_slow'],
});

export const removeAppPicture = route({
  method: 'DELETE',
  path: '/api/user/apps/:id/picture',
  summary: 'Delete the uploaded picture of one of your apps',
  access: 'member',
  scope: 'apps:write',
  params: IdParams,
  response: OwnApp,
  errors: ['app_not_found'],
});
