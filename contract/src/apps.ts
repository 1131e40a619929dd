import * as z from 'zod/mini';
import { Count, Id, IdParams, Moment, PageQuery, text } from './primitives.ts';
import { prose, requiredLine, requiredProse } from './lines.ts';
import { Colour, Picture } from './pictures.ts';
import { AdminAppReach } from './reach.ts';
import { route } from './route.ts';
import { UserVote } from './votes.ts';

export const TITLE_MAX = 50;
/** Titles that come by bulk upload may be longer than the form allows. */
export const TITLE_STORED_MAX = 100;
export const DESCRIPTION_MAX = 500;
export const URL_MAX = 2_048;
export const TAGS_MAX = 20;
export const TAG_LENGTH_MAX = 50;
export const REVIEW_REASON_MAX = 500;
/** Milliseconds: no sum of times goes beyond the whole numbers that a client can read. */
export const TIME_SPENT_MAX = Number.MAX_SAFE_INTEGER;

export const categories = [
  'Productivity',
  'Design',
  'Developer Tools',
  'Business',
  'Entertainment',
  'Education',
  'Health & Fitness',
  'Finance',
  'Social',
  'News',
  'Travel',
  'Shopping',
  'Games',
  'Music & Audio',
  'Photo & Video',
  'Utilities',
  'Web Tools',
  'AI & ML',
  'Data & Analytics',
  'Other',
] as const;
export const Category = z.enum(categories, 'Please choose a category');
export type Category = z.infer<typeof Category>;

export const tagChoices = [
  'New',
  'Popular',
  'AI-Powered',
  'Free',
  'Premium',
  'Mobile-Friendly',
  'Team Collaboration',
  'Open Source',
] as const;

export const AppStatus = z.enum(['pending', 'approved', 'rejected']);
export type AppStatus = z.infer<typeof AppStatus>;

/** Whether the app lets itself be framed by us, as far as the server knows. */
export const FrameStatus = z.enum(['unknown', 'ok', 'refused', 'unreachable']);
export type FrameStatus = z.infer<typeof FrameStatus>;

/**
 * The submitter of an app, as signed-in users see them. Only admins and the owner see the email. A first name that is empty
 * or contains an email address is replaced by the part of the email before the @. It is null if that part looks like the
 * operator's name.
 */
export const Submitter = z.object({
  firstName: z.nullable(z.string()),
  email: z.nullable(z.string()),
  /** The name of their page as a maker; null where they have none. */
  handle: z.nullable(z.string()),
});
export type Submitter = z.infer<typeof Submitter>;

/** An app as every signed-in person may see it. */
export const App = z.object({
  id: Id,
  title: z.string(),
  description: z.string(),
  url: z.string(),
  category: z.string(),
  /** Where a CSV file says that its picture lies. What is shown is `picture`. */
  thumbnailUrl: z.nullable(z.string()),
  /** Null where there is none that can be used: then a cover is drawn. */
  picture: z.nullable(Picture),
  /** The colour that its page has for itself, as `#rrggbb`. */
  colour: z.nullable(Colour),
  tags: z.array(z.string()),
  status: AppStatus,
  upvotes: Count,
  downvotes: Count,
  views: Count,
  /** Its host has shown that it is the submitter's. */
  isVerified: z.boolean(),
  frameStatus: FrameStatus,
  createdAt: Moment,
  updatedAt: Moment,
  /** Of its public page, which there is while it is approved; its own address is `url`. */
  pageUrl: z.string(),
  userVote: z.nullable(UserVote),
  submitter: z.nullable(Submitter),
});
export type App = z.infer<typeof App>;

/** An app as its submitter sees it: also what became of it and why. */
export const OwnApp = z.extend(App, {
  reviewReason: z.nullable(z.string()),
  /** Time of the approval or rejection; null while it waits, and for apps that needed no review. */
  reviewedAt: z.nullable(Moment),
  /** When its maker took it back; it counts as rejected. */
  withdrawnAt: z.nullable(Moment),
  /** The address that waits for review, while the approved one is shown. */
  waitingUrl: z.nullable(z.string()),
  /** The title and description that wait for review; `title` and `description` are what the public sees. */
  waitingTitle: z.nullable(z.string()),
  waitingDescription: z.nullable(z.string()),
  /** Whether its maker has uploaded its picture. */
  isPictureOwn: z.boolean(),
  /** False once an admin has taken its picture away: then there is none, and none is looked for. */
  isPictureAllowed: z.boolean(),
  /** Since when an app that was approved waits out of sight, because of reports or of a suspension; null unless it does. */
  heldAt: z.nullable(Moment),
});
export type OwnApp = z.infer<typeof OwnApp>;

/** An app as admins see it. Times are milliseconds. */
export const AdminApp = z.extend(OwnApp, {
  /** Null once the submitter's account is deleted. */
  submittedBy: z.nullable(Id),
  rankingScore: z.number(),
  timeSpent: z.int(),
  avgTimeToUpvote: Count,
  avgTimeToDownvote: Count,
  avgViewTime: Count,
  frameReason: z.nullable(z.string()),
  frameCheckedAt: z.nullable(Moment),
  /** Time since which every check has failed; null if the last one found the page. */
  unreachableSince: z.nullable(Moment),
  /** Since when it is not what was approved; null where it is, or was not approved. */
  changedAt: z.nullable(Moment),
  /** The bulk upload that it came with. */
  uploadId: z.nullable(Id),
});
export type AdminApp = z.infer<typeof AdminApp>;

const Tags = z.array(requiredLine(TAG_LENGTH_MAX, 'A tag cannot be empty')).check(z.maxLength(TAGS_MAX));

/** Specification, section 5: the submit form. */
export const SubmitForm = z.object({
  title: requiredLine(TITLE_MAX, 'App title is required'),
  description: requiredProse(DESCRIPTION_MAX, 'Description is required'),
  url: requiredLine(URL_MAX, 'App URL is required'),
  category: Category,
  tags: z._default(Tags, []),
});
export type SubmitForm = z.infer<typeof SubmitForm>;

/** What people write of an app, beside its address. */
export const listingWords = ['title', 'description', 'category', 'tags'] as const;
export type ListingWord = (typeof listingWords)[number];

export const submitApp = route({
  method: 'POST',
  path: '/api/apps',
  summary: 'Submit an app for review',
  access: 'member',
  status: 201,
  body: SubmitForm,
  bodyMaxBytes: 32 * 1024,
  response: OwnApp,
  errors: ['url_taken', 'host_blocked'],
});

export const AppStatusFilter = z.enum(['all', ...AppStatus.options]);
export type AppStatusFilter = z.infer<typeof AppStatusFilter>;

/** An app that the viewer has voted up, and when. */
export const LikedApp = z.extend(App, { likedAt: Moment });
export type LikedApp = z.infer<typeof LikedApp>;

export const LikedSort = z.enum(['liked', 'title', 'upvotes']);
export type LikedSort = z.infer<typeof LikedSort>;

/** The latest like first, by title, or the most upvoted first. The search is in titles. */
export const likedApps = route({
  method: 'GET',
  path: '/api/user/liked-apps',
  summary: 'The apps one has voted up: search, sort',
  access: 'member',
  query: z.extend(PageQuery, {
    search: z._default(text(200), ''),
    sort: z._default(LikedSort, 'liked'),
  }),
  response: z.array(LikedApp),
});

export const AdminAppSort = z.enum(['score', 'netVotes', 'views', 'createdAt']);

/** Highest first in the order asked for; ties by newest, then id. The search is in title and URL. */
export const adminApps = route({
  method: 'GET',
  path: '/api/admin/apps',
  summary: 'All apps: search, filter, sort',
  access: 'admin',
  replica: true,
  query: z.extend(PageQuery, {
    search: z._default(text(200), ''),
    status: z._default(AppStatusFilter, 'all'),
    reach: z._default(z.enum(['all', ...AdminAppReach.options]), 'all'),
    sort: z._default(AdminAppSort, 'score'),
  }),
  response: z.array(AdminApp),
});

/** The `updatedAt` that the moderator saw: when the app was changed since, the call is refused. Left out, it is not. */
const SeenAt = z.optional(Moment);

/** The reason of a rejection stays unless the status changes without one. A new address is checked again. */
export const editApp = route({
  method: 'PATCH',
  path: '/api/admin/apps/:id',
  summary: 'Correct any field of an app',
  access: 'admin',
  params: IdParams,
  body: z.object({
    title: z.optional(requiredLine(TITLE_STORED_MAX, 'App title is required')),
    description: z.optional(SubmitForm.shape.description),
    category: z.optional(Category),
    tags: z.optional(Tags),
    url: z.optional(SubmitForm.shape.url),
    thumbnailUrl: z.optional(z.nullable(requiredLine(URL_MAX, 'An address is required'))),
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
  access: 'admin',
  params: IdParams,
  body: z.object({
    status: z.enum(['approved', 'rejected']),
    reason: z.optional(z.nullable(prose(REVIEW_REASON_MAX))),
    updatedAt: SeenAt,
  }),
  response: AdminApp,
  errors: ['app_not_found', 'already_decided'],
});

/**
 * Recalculates the average times from the interactions that are long enough to count. `like` gives the time to an upvote,
 * `dislike` the time to a downvote, `view` the view time. An average without interactions is 0.
 */
export const recalculateTimeStats = route({
  method: 'POST',
  path: '/api/admin/recalculate-time-stats',
  summary: 'Take the average times anew',
  access: 'admin',
  response: z.object({ appsUpdated: Count }),
});

/** Every counter, time and score back to that of a new app; votes and interactions go, in one transaction. */
export const resetStats = route({
  method: 'POST',
  path: '/api/admin/reset-stats',
  summary: 'Set all numbers back to zero',
  access: 'admin',
  keyless: true,
  response: z.object({ appsReset: Count }),
});
