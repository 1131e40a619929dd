import * as z from 'zod/mini';
import { StatusCounts } from './app-numbers.ts';
import { Count, Total } from './primitives.ts';
import { route } from './route.ts';

/** The numbers on the admin's first screen; guests are not counted among the users. */
export const AdminStats = z.object({
  totalApps: Count,
  totalUsers: Total,
  pendingApps: Count,
  totalVotes: Total,
  totalReports: Total,
  /** Apps that were unreachable for seven days. */
  flaggedApps: Total,
});
export type AdminStats = z.infer<typeof AdminStats>;

export const adminStats = route({
  method: 'GET',
  path: '/api/admin/stats',
  summary: 'The numbers at a glance',
  access: 'admin',
  replica: true,
  response: AdminStats,
});

export const HISTORY_DAYS = { min: 7, max: 365, standard: 30 } as const;

/**
 * What happened on one day, by UTC: the votes that stand, the views by which the apps' numbers grew, and the accounts and
 * apps that are still there.
 */
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
  /** The oldest first, without gaps, today last. */
  days: z.array(DayOfStats),
  /** How many approved apps have a score from `from` up to, but not including, `to`; the outer two hold the rest too. */
  scores: z.array(z.object({ from: z.number(), to: z.number(), apps: Count })),
  /** The largest first. */
  categories: z.array(z.extend(StatusCounts, { category: z.string() })),
});
export type StatsHistory = z.infer<typeof StatsHistory>;

/** Votes, views, sign-ups and submissions of the last days; how scores and categories are spread now. */
export const statsHistory = route({
  method: 'GET',
  path: '/api/admin/stats/history',
  summary: 'What happened on each of the last days',
  access: 'admin',
  replica: true,
  query: z.object({
    days: z._default(
      z.coerce.number().check(z.int(), z.gte(HISTORY_DAYS.min), z.lte(HISTORY_DAYS.max)),
      HISTORY_DAYS.standard,
    ),
  }),
  response: StatsHistory,
});

/** How much the work of admins on the whole catalogue would touch, counted now. */
export const Upkeep = z.object({
  apps: Count,
  votes: Total,
  interactions: Total,
  /** Those that a clean-up would delete. */
  invalidInteractions: Total,
});
export type Upkeep = z.infer<typeof Upkeep>;

export const adminUpkeep = route({
  method: 'GET',
  path: '/api/admin/upkeep',
  summary: 'How much the work on the whole catalogue would touch',
  access: 'admin',
  response: Upkeep,
});
