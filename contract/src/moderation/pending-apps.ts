import * as z from 'zod/mini';
import { StatusCounts } from '../apps/app-numbers.ts';
import { AdminApp, AppStatus, FrameStatus } from '../apps/apps.ts';
import { PendingAppFilters } from '../apps/listing.ts';
import { Count, Id, PageQuery, text } from '../wire/primitives.ts';
import { route } from '../wire/route.ts';

export const HOST_APPS_MAX = 5;

export const PendingContext = z.object({
  resubmissions: Count,
  lastReason: z.nullable(z.string()),
  changedSince: z.array(z.string()),
  notes: Count,
  hostApps: z.array(z.object({ id: Id, title: z.string(), status: AppStatus })),
});
export type PendingContext = z.infer<typeof PendingContext>;

export const PendingApp = z.extend(AdminApp, {
  submitterRecord: z.nullable(StatusCounts),
  openReports: Count,
  isHostTrusted: z.boolean(),
  context: PendingContext,
});
export type PendingApp = z.infer<typeof PendingApp>;

export const PendingSort = z.enum(['oldest', 'newest', 'title']);
export type PendingSort = z.infer<typeof PendingSort>;

export const pendingAges = {
  '24h': 24 * 3_600_000,
  '48h': 48 * 3_600_000,
  '7d': 7 * 24 * 3_600_000,
} as const;
const PendingAge = z.enum(Object.keys(pendingAges) as (keyof typeof pendingAges)[]);

const PendingResubmitted = z.enum(['yes', 'no']);

export const PendingFilters = z.object({
  search: z._default(text(200), ''),
  sort: z._default(PendingSort, 'oldest'),
  verdict: z._default(z.enum(['all', ...FrameStatus.options]), 'all'),
  age: z._default(z.enum(['all', ...PendingAge.options]), 'all'),
  ...PendingAppFilters.shape,
  resubmitted: z._default(z.enum(['all', ...PendingResubmitted.options]), 'all'),
  submitter: z.optional(Id),
  upload: z.optional(Id),
});
export type PendingFilters = z.infer<typeof PendingFilters>;

export const pendingApps = route({
  method: 'GET',
  path: '/api/admin/apps/pending',
  summary: 'List the pending apps, with search, filters and sort',
  access: 'moderator',
  scope: 'review:read',
  replica: true,
  query: z.extend(PageQuery, PendingFilters.shape),
  response: z.array(PendingApp),
});
