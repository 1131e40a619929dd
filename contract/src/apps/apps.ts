import * as z from 'zod/mini';
import { AppLanguage } from './app-languages.ts';
import { Count, Id, IdParams, Moment, PageQuery, text } from '../wire/primitives.ts';
import { prose } from '../wire/lines.ts';
import { AdminListing, AppFilters, listingFields, schemasOf, SubmitForm } from './listing.ts';
import { Colour, Picture } from '../pictures/pictures.ts';
import { AdminAppReach } from '../feed/reach.ts';
import { route } from '../wire/route.ts';
import { UserVote } from '../feed/votes.ts';

export const REVIEW_REASON_MAX = 500;
export const TIME_SPENT_MAX = Number.MAX_SAFE_INTEGER;

export const AppStatus = z.enum(['pending', 'approved', 'rejected']);
export type AppStatus = z.infer<typeof AppStatus>;

export const FrameStatus = z.enum(['unknown', 'ok', 'refused', 'unreachable']);
export type FrameStatus = z.infer<typeof FrameStatus>;

/** `firstName` may be the local part of the email. Only admins and the owner get the email. */
export const Submitter = z.object({
  id: Id,
  firstName: z.nullable(z.string()),
  email: z.nullable(z.string()),
  handle: z.nullable(z.string()),
});
export type Submitter = z.infer<typeof Submitter>;

export const App = z.object({
  id: Id,
  ...schemasOf(listingFields, 'stored'),
  /** Null: the client draws a cover. */
  picture: z.nullable(Picture),
  colour: z.nullable(Colour),
  status: AppStatus,
  upvotes: Count,
  downvotes: Count,
  views: Count,
  isVerified: z.boolean(),
  frameStatus: FrameStatus,
  createdAt: Moment,
  updatedAt: Moment,
  pageUrl: z.string(),
  userVote: z.nullable(UserVote),
  submitter: z.nullable(Submitter),
});
export type App = z.infer<typeof App>;

export const OwnApp = z.extend(App, {
  reviewReason: z.nullable(z.string()),
  reviewedAt: z.nullable(Moment),
  withdrawnAt: z.nullable(Moment),
  waitingUrl: z.nullable(z.string()),
  /** Values that wait for review. The public sees `title` and `description`. */
  waitingTitle: z.nullable(z.string()),
  waitingDescription: z.nullable(z.string()),
  isPictureOwn: z.boolean(),
  isPictureAllowed: z.boolean(),
  heldAt: z.nullable(Moment),
});
export type OwnApp = z.infer<typeof OwnApp>;

/** Times are in milliseconds. */
export const AdminApp = z.extend(OwnApp, {
  submittedBy: z.nullable(Id),
  rankingScore: z.number(),
  timeSpent: z.int(),
  avgTimeToUpvote: Count,
  avgTimeToDownvote: Count,
  avgViewTime: Count,
  frameReason: z.nullable(z.string()),
  frameCheckedAt: z.nullable(Moment),
  unreachableSince: z.nullable(Moment),
  changedAt: z.nullable(Moment),
  uploadId: z.nullable(Id),
});
export type AdminApp = z.infer<typeof AdminApp>;

export const submitApp = route({
  method: 'POST',
  path: '/api/apps',
  summary: 'Submit an app for review',
  access: 'member',
  scope: 'apps:write',
  status: 201,
  body: SubmitForm,
  bodyMaxBytes: 32 * 1024,
  response: OwnApp,
  errors: ['url_taken', 'host_blocked'],
});

export const AppStatusFilter = z.enum(['all', ...AppStatus.options]);
export type AppStatusFilter = z.infer<typeof AppStatusFilter>;

export const LikedApp = z.extend(App, { likedAt: Moment });
export type LikedApp = z.infer<typeof LikedApp>;

export const LikedSort = z.enum(['liked', 'title', 'upvotes']);
export type LikedSort = z.infer<typeof LikedSort>;

export const likedApps = route({
  method: 'GET',
  path: '/api/user/liked-apps',
  summary: 'List the apps you liked, with search and sort',
  access: 'member',
  query: z.extend(PageQuery, {
    search: z._default(text(200), ''),
    sort: z._default(LikedSort, 'liked'),
  }),
  response: z.array(LikedApp),
});

const AdminAppSort = z.enum(['score', 'netVotes', 'views', 'createdAt']);

/** Maximum counted hits of a search. For more, the total is `COUNTED_MAX + 1`. */
export const COUNTED_MAX = 10_000;

/** Ties are sorted newest first. */
export const adminApps = route({
  method: 'GET',
  path: '/api/admin/apps',
  summary: 'List all apps, with search, filters and sort',
  access: 'moderator',
  scope: 'review:read',
  replica: true,
  query: z.extend(PageQuery, {
    search: z._default(text(200), ''),
    status: z._default(AppStatusFilter, 'all'),
    reach: z._default(z.enum(['all', ...AdminAppReach.options]), 'all'),
    ...AppFilters.shape,
    sort: z._default(AdminAppSort, 'score'),
  }),
  response: z.array(AdminApp),
});

export const languagesInUse = route({
  method: 'GET',
  path: '/api/admin/app-languages',
  summary: 'List the languages of all apps',
  access: 'moderator',
  scope: 'review:read',
  replica: true,
  response: z.array(AppLanguage),
});

const SeenAt = z.optional(Moment);

/** A status change without a reason clears the reason. A new URL is checked. Only admins set `timeSpent`. */
export const editApp = route({
  method: 'PATCH',
  path: '/api/admin/apps/:id',
  summary: 'Edit any field of an app',
  access: 'moderator',
  scope: 'review:write',
  params: IdParams,
  body: z.extend(z.partial(AdminListing), {
    timeSpent: z.optional(z.int().check(z.gte(1), z.lte(TIME_SPENT_MAX))),
    status: z.optional(AppStatus),
    reason: z.optional(z.nullable(prose(REVIEW_REASON_MAX))),
    updatedAt: SeenAt,
  }),
  bodyMaxBytes: 64 * 1024,
  response: AdminApp,
  errors: ['app_not_found', 'already_decided', 'url_taken', 'host_blocked'],
});

export const setAppStatus = route({
  method: 'PATCH',
  path: '/api/admin/apps/:id/status',
  summary: 'Approve or reject an app',
  access: 'moderator',
  scope: 'review:write',
  params: IdParams,
  body: z.object({
    status: z.enum(['approved', 'rejected']),
    reason: z.optional(z.nullable(prose(REVIEW_REASON_MAX))),
    updatedAt: SeenAt,
  }),
  response: AdminApp,
  errors: ['app_not_found', 'already_decided'],
});

/** `like` is the time to an upvote, `dislike` the time to a downvote. */
export const recalculateTimeStats = route({
  method: 'POST',
  path: '/api/admin/recalculate-time-stats',
  summary: 'Recalculate the average times',
  access: 'admin',
  scope: 'admin:write',
  response: z.object({ appsUpdated: Count }),
});

export const resetStats = route({
  method: 'POST',
  path: '/api/admin/reset-stats',
  summary: 'Reset all statistics of the apps',
  access: 'admin',
  proof: true,
  keyless: true,
  response: z.object({ appsReset: Count }),
});
