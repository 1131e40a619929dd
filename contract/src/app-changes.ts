import * as z from 'zod/mini';
import { AdminApp, listingWords, REVIEW_REASON_MAX } from './apps.ts';
import { prose } from './lines.ts';
import { IdParams, Moment, PageQuery } from './primitives.ts';
import { route } from './route.ts';

/** What of an app can change once it is approved: its listing, which can be put back, */
export const ListingField = z.enum([...listingWords, 'url', 'picture']);
/** and its page, which cannot: a picture that was found there, the host that it leads to, its title, whether it can be framed. */
export const PageField = z.enum(['pagePicture', 'host', 'pageTitle', 'frameStatus', 'parked']);
export type ListingField = z.infer<typeof ListingField>;
export type PageField = z.infer<typeof PageField>;

/**
 * One field as it was approved, and its new value. A picture is given by its name, a frame by its status, a parked page by
 * the sign that tells it. Null where there is none, or where it is not known any more.
 */
export const AppChange = z.object({
  field: z.enum([...ListingField.options, ...PageField.options]),
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
  /** True while the public sees `before` until a moderator accepts `after`. False: `after` is public already. */
  isWaiting: z.boolean(),
});
export type AppChange = z.infer<typeof AppChange>;

/** An approved app that is not what was approved. */
export const ChangedApp = z.object({
  app: AdminApp,
  /** Since when it differs. */
  changedAt: Moment,
  /** When anything of this was last seen to change: what a decision is made on. */
  seenAt: Moment,
  changes: z.array(AppChange),
});
export type ChangedApp = z.infer<typeof ChangedApp>;

/** The oldest change first. */
export const changedApps = route({
  method: 'GET',
  path: '/api/admin/apps/changed',
  summary: 'Approved apps that changed since',
  access: 'admin',
  replica: true,
  query: PageQuery,
  response: z.array(ChangedApp),
});

/**
 * `accept`: what it is now counts as approved, and what waits becomes public. `refuse`: the listing is put back to what was
 * approved, and what waits is dropped. A page cannot be put back: if nothing else changed, `refuse` fails with
 * `invalid_input`. The maker is told. `updatedAt` is the `seenAt` that the moderator saw.
 */
export const decideChanges = route({
  method: 'POST',
  path: '/api/admin/apps/:id/changes',
  summary: 'Accept or refuse what changed since the approval',
  access: 'admin',
  params: IdParams,
  body: z.object({
    decision: z.enum(['accept', 'refuse']),
    reason: z.optional(z.nullable(prose(REVIEW_REASON_MAX))),
    updatedAt: Moment,
  }),
  response: AdminApp,
  errors: ['app_not_found', 'already_decided', 'url_taken', 'host_blocked'],
});
