import * as z from 'zod/mini';
import { StatusCounts } from './app-numbers.ts';
import { AdminApp, AppStatus, Category, FrameStatus } from './apps.ts';
import { Count, Id, PageQuery, text } from './primitives.ts';
import { route } from './route.ts';

/** Number of other apps of a host that come with an app. */
export const HOST_APPS_MAX = 5;

/** What happened to an app before, and what else there is of its host. */
export const PendingContext = z.object({
  resubmissions: Count,
  /** Reason of the last rejection; null if there was none. */
  lastReason: z.nullable(z.string()),
  /** Names of the fields that the maker changed after the last rejection. */
  changedSince: z.array(z.string()),
  notes: Count,
  /** The newest other apps at the same host. */
  hostApps: z.array(z.object({ id: Id, title: z.string(), status: AppStatus })),
});
export type PendingContext = z.infer<typeof PendingContext>;

/** An app that waits, with what became of everything its submitter has handed in; null once their account is deleted. */
export const PendingApp = z.extend(AdminApp, {
  submitterRecord: z.nullable(StatusCounts),
  openReports: Count,
  /** Whether admins trust the host of its address: then reports alone never hold it back. */
  isHostTrusted: z.boolean(),
  context: PendingContext,
});
export type PendingApp = z.infer<typeof PendingApp>;

export const PendingSort = z.enum(['oldest', 'newest', 'title']);
export type PendingSort = z.infer<typeof PendingSort>;

/** For how long at least an app has waited, in milliseconds. */
export const pendingAges = {
  '24h': 24 * 3_600_000,
  '48h': 48 * 3_600_000,
  '7d': 7 * 24 * 3_600_000,
} as const;
export const PendingAge = z.enum(Object.keys(pendingAges) as (keyof typeof pendingAges)[]);

export const PendingResubmitted = z.enum(['yes', 'no']);

/** Which of the apps that wait; the search is in title and URL, the verdict is that of the check of the page. */
export const PendingFilters = z.object({
  search: z._default(text(200), ''),
  sort: z._default(PendingSort, 'oldest'),
  verdict: z._default(z.enum(['all', ...FrameStatus.options]), 'all'),
  age: z._default(z.enum(['all', ...PendingAge.options]), 'all'),
  category: z._default(z.enum(['all', ...Category.options]), 'all'),
  /** Whether the maker sent the app in again after a rejection or a withdrawal. */
  resubmitted: z._default(z.enum(['all', ...PendingResubmitted.options]), 'all'),
  submitter: z.optional(Id),
  upload: z.optional(Id),
});
export type PendingFilters = z.infer<typeof PendingFilters>;

/** Oldest first unless asked otherwise, so that nobody waits longer than the review promise for want of being seen. */
export const pendingApps = route({
  method: 'GET',
  path: '/api/admin/apps/pending',
  summary: 'The apps that wait for review: search, filter, sort',
  access: 'admin',
  replica: true,
  query: z.extend(PageQuery, PendingFilters.shape),
  response: z.array(PendingApp),
});
