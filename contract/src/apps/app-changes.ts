import * as z from 'zod/mini';
import { AdminApp, REVIEW_REASON_MAX } from './apps.ts';
import { listingWords } from './listing.ts';
import { prose } from '../wire/lines.ts';
import { IdParams, Moment, PageQuery } from '../wire/primitives.ts';
import { route } from '../wire/route.ts';

/** Fields of the listing, which a moderator can restore. `version` is the maker's text about a new version. */
export const ListingField = z.enum([...listingWords, 'url', 'picture', 'version']);
/** Properties of the page, which a moderator can only accept. */
export const PageField = z.enum(['pagePicture', 'host', 'pageTitle', 'frameStatus', 'parked']);
export type ListingField = z.infer<typeof ListingField>;
export type PageField = z.infer<typeof PageField>;

export const AppChange = z.object({
  field: z.enum([...ListingField.options, ...PageField.options]),
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
  isWaiting: z.boolean(),
});
export type AppChange = z.infer<typeof AppChange>;

export const ChangedApp = z.object({
  app: AdminApp,
  changedAt: Moment,
  /** Time of the last change. `decideChanges` compares it. */
  seenAt: Moment,
  changes: z.array(AppChange),
});
export type ChangedApp = z.infer<typeof ChangedApp>;

export const changedApps = route({
  method: 'GET',
  path: '/api/admin/apps/changed',
  summary: 'List approved apps that changed, oldest change first',
  access: 'moderator',
  scope: 'review:read',
  replica: true,
  query: PageQuery,
  response: z.array(ChangedApp),
});

/** `refuse` restores the approved listing. It fails with `invalid_input` if only the page changed. */
export const decideChanges = route({
  method: 'POST',
  path: '/api/admin/apps/:id/changes',
  summary: 'Accept or refuse the changes of an approved app',
  access: 'moderator',
  scope: 'review:write',
  params: IdParams,
  body: z.object({
    decision: z.enum(['accept', 'refuse']),
    reason: z.optional(z.nullable(prose(REVIEW_REASON_MAX))),
    updatedAt: Moment,
  }),
  response: AdminApp,
  errors: ['app_not_found', 'already_decided', 'url_taken', 'host_blocked'],
});
