import * as z from 'zod/mini';
import { StatusCounts } from './app-numbers.ts';
import { AdminApp, AppStatus, Category, FrameStatus } from './apps.ts';
import { Count, Id, PageQuery, text } from './primitives.ts';
import { route } from './route.ts';

/** Number of other apps of a host that come with an app. */
export const HOST_APPS_MAX = 5;

/** The history of an app, and other apps at its host. */
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

/** A waiting app. `submitterRecord` counts the submitter's apps by status; null if their account is deleted. */
export const PendingApp = z.extend(AdminApp, {
  submitterRecord: z.nullable(StatusCounts),
  openReports: Count,
  /** True if admins trust the app's host: then reports alone never hide the app. */
  isHostTrusted: z.boolean(),
  context: PendingContext,
});
export type PendingApp = z.infer<typeof PendingApp>;

export const PendingSort = z.enum(['oldest', 'newest', 'title']);
export type PendingSort = z.infer<typeof PendingSort>;

/** Minimum waiting times of the filter, in milliseconds. */
export const pendingAges = {
  '24h': 24 * 3_600_000,
  '48h': 48 * 3_600_000,
  '7d': 7 * 24 * 3_600_000,
} as const;
export const PendingAge = z.enum(Object.keys(pendingAges) as (keyof typeof pendingAges)[]);

export const PendingResubmitted = z.enum(['yes', 'no']);

/** Filters of the queue. The search covers title and URL. `verdict` is the result of the page check. */
export const PendingFilters = z.object({
  search: z._default(text(200), ''),
  sort: z._default(PendingSort, 'oldest'),
  verdict: z._default(z.enum(['all', ...FrameStatus.options]), 'all'),
  age: z._default(z.enum(['all', ...PendingAge.options]), 'all'),
  category: z._default(z.enum(['all', ...Category.options]), 'all'),
  /** `yes`: apps that the maker submitted again after a rejection or a withdrawal. `no`: first submissions. */
  resubmitted: z._default(z.enum(['all', ...PendingResubmitted.options]), 'all'),
  submitter: z.optional(Id),
  upload: z.optional(Id),
});
export type PendingFilters = z.infer<typeof PendingFilters>;

/** Oldest first by default, so that no app is overlooked for longer than the promised review time. */
export const pendingApps = route({
  method: 'GET',
  path: '/api/admin/apps/pending',
  summary: 'The apps that wait for review: search, filter, sort',
  access: 'admin',
  replica: true,
  query: z.extend(PageQuery, PendingFilters.shape),
  response: z.array(PendingApp),
});
