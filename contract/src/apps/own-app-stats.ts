import * as z from 'zod/mini';
import { RankPlace } from './app-numbers.ts';
import { FrameStatus } from './apps.ts';
import { Count, IdParams, Moment, Total } from '../wire/primitives.ts';
import { route } from '../wire/route.ts';
import { FormulaWeights } from '../instance/settings.ts';

export const OWN_STATS_DAYS = 30;

export const DayOfApp = z.object({
  date: z.iso.date(),
  views: Total,
  likes: Total,
  visits: Total,
  shares: Total,
});
export type DayOfApp = z.infer<typeof DayOfApp>;

export const OwnAppStats = z.object({
  views: Count,
  likes: Count,
  dislikes: Count,
  likeRate: z.nullable(z.number().check(z.gte(0))),
  visits: Total,
  shares: Total,
  /** Median time until a like, pass, vote or zap, rounded down. Includes tries until `triedUntil`. */
  medianTriedMs: z.nullable(Count),
  tries: Total,
  triedUntil: z.nullable(Moment),
  days: z.array(DayOfApp),
  place: z.nullable(RankPlace),
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
  summary: 'Get the statistics of one of your apps',
  access: 'member',
  scope: 'apps:read',
  replica: true,
  params: IdParams,
  response: OwnAppStats,
  errors: ['app_not_found'],
});
