import * as z from 'zod/mini';
import { StatusCounts } from '../apps/app-numbers.ts';
import { Count, Moment, Total } from '../wire/primitives.ts';
import { route } from '../wire/route.ts';

/** With fewer than `min` trusted likes in `days` days, decks count the likes of all confirmed accounts. */
export const TRUSTED_LIKES = { min: 200, days: 14 } as const;

export const AdminStats = z.object({
  totalApps: Count,
  totalUsers: Total,
  pendingApps: Count,
  totalVotes: Total,
  totalReports: Total,
  flaggedApps: Total,
  trustedLikes: Total,
  crowdedDays: Total,
  /** Last time in the last week that a network used up its hourly sign-ups. */
  signupsUsedUpAt: z.nullable(Moment),
  failingPurges: z.array(z.string()),
});
export type AdminStats = z.infer<typeof AdminStats>;

export const adminStats = route({
  method: 'GET',
  path: '/api/admin/stats',
  summary: 'Get the numbers of the dashboard',
  access: 'admin',
  scope: 'admin:read',
  replica: true,
  response: AdminStats,
});

const HISTORY_DAYS = { min: 7, max: 365, standard: 30 } as const;

export const DayOfStats = z.object({
  date: z.iso.date(),
  upvotes: Total,
  downvotes: Total,
  views: Total,
  signups: Total,
  submissions: Total,
});
export type DayOfStats = z.infer<typeof DayOfStats>;

export const StatsHistory = z.object({
  days: z.array(DayOfStats),
  /** The outer two include all remaining scores. */
  scores: z.array(z.object({ from: z.number(), to: z.number(), apps: Count })),
  categories: z.array(z.extend(StatusCounts, { category: z.string() })),
});
export type StatsHistory = z.infer<typeof StatsHistory>;

export const statsHistory = route({
  method: 'GET',
  path: '/api/admin/stats/history',
  summary: 'Get daily statistics',
  access: 'admin',
  scope: 'admin:read',
  replica: true,
  query: z.object({
    days: z._default(
      z.coerce.number().check(z.int(), z.gte(HISTORY_DAYS.min), z.lte(HISTORY_DAYS.max)),
      HISTORY_DAYS.standard,
    ),
  }),
  response: StatsHistory,
});

export const Upkeep = z.object({
  apps: Count,
  votes: Total,
  interactions: Total,
  invalidInteractions: Total,
});
export type Upkeep = z.infer<typeof Upkeep>;

export const adminUpkeep = route({
  method: 'GET',
  path: '/api/admin/upkeep',
  summary: 'Count the rows that maintenance would change',
  access: 'admin',
  scope: 'admin:read',
  response: Upkeep,
});
