import * as z from 'zod/mini';
import { Place } from './app-numbers.ts';
import { FrameStatus } from './apps.ts';
import { Count, IdParams, Moment, Total } from './primitives.ts';
import { route } from './route.ts';
import { FormulaWeights } from './settings.ts';

/** Days of the chart, today included. */
export const OWN_STATS_DAYS = 30;

/** What an app met on one day, by UTC: the likes that stand, and what was counted on it. */
export const DayOfApp = z.object({
  date: z.iso.date(),
  views: Total,
  likes: Total,
  visits: Total,
  shares: Total,
});
export type DayOfApp = z.infer<typeof DayOfApp>;

/** The numbers of an app for its maker. Views, likes and dislikes are those that everybody sees. */
export const OwnAppStats = z.object({
  views: Count,
  likes: Count,
  dislikes: Count,
  /** Likes per view; null before the first view. */
  likeRate: z.nullable(z.number().check(z.gte(0))),
  /** How often its public page was opened. */
  visits: Total,
  shares: Total,
  /**
   * The median of how long it had been looked at when it was liked, passed, voted on or zapped, to the tenth of a second
   * below ten and to the second above; null where nobody has. Of all tries that were counted by `triedUntil`.
   */
  medianTriedMs: z.nullable(Count),
  tries: Total,
  triedUntil: z.nullable(Moment),
  /** The oldest first, without gaps, today last. */
  days: z.array(DayOfApp),
  /** By ranking score among the approved apps of its category; null while it is not approved. */
  place: z.nullable(Place),
  /** With views, likes and dislikes, the inputs of the ranking score. */
  timeSpent: z.int(),
  weights: FormulaWeights,
  health: z.object({
    frameStatus: FrameStatus,
    reason: z.nullable(z.string()),
    checkedAt: z.nullable(Moment),
    unreachableSince: z.nullable(Moment),
  }),
});
export type OwnAppStats = z.infer<typeof OwnAppStats>;

export const ownAppStats = route({
  method: 'GET',
  path: '/api/user/apps/:id/stats',
  summary: 'The numbers of one of one’s own apps',
  access: 'member',
  replica: true,
  params: IdParams,
  response: OwnAppStats,
  errors: ['app_not_found'],
});
