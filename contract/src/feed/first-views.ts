import * as z from 'zod/mini';
import { RankPlace } from '../apps/app-numbers.ts';
import { requiredProse } from '../wire/lines.ts';
import { message } from '../wire/message.ts';
import { Count, Id, IdParams, Moment, Total } from '../wire/primitives.ts';
import { route } from '../wire/route.ts';

export const FIRST_VIEWS = 100;
export const VERSION_VIEWS = 50;
/** Maximum share of the views by guests and accounts without a confirmed address, in percent. */
export const GUEST_VIEWS_PERCENT = 30;
/** Time in which an app gets all first views, if there are enough people. A quarter of it is reserved for delays. */
export const PROMISE_HOURS = 48;
export const SCHEDULE_HOURS = 36;
/** With fewer people a week, makers are promised no number of views, but all people in the app's first days. */
export const WEEKLY_PEOPLE_MIN = 150;
export const EVERYBODY_DAYS = 7;
/** Days between two versions of an app that get views. */
export const VERSION_DAYS = 30;
/** Reports contain no number about fewer people. */
export const SPLIT_MIN = 5;
/** Makers are told how long first views take only if this many apps got theirs recently. */
export const RECENT_MIN = 10;
export const VERSION_NOTE_MAX = 500;

export const TriedTime = z.object({ fromMs: Count, toMs: z.nullable(Count), people: Count });
export type TriedTime = z.infer<typeof TriedTime>;

export const Rate = z.object({ rate: z.number(), low: z.number(), high: z.number() });
export type Rate = z.infer<typeof Rate>;

export const ReportMedians = z.object({
  category: z.nullable(z.string()),
  reports: Count,
  likeRate: z.nullable(z.number()),
  triedMs: z.nullable(Count),
});
export type ReportMedians = z.infer<typeof ReportMedians>;

/** Report about the first viewers of an app. Values about fewer than `SPLIT_MIN` people are null, 0 or missing. */
export const FirstViewsReport = z.object({
  /** Viewers with an account. Only they can like, and only their times are stored. */
  members: Count,
  likes: z.nullable(Count),
  likeRate: z.nullable(Rate),
  triedMs: z.nullable(Count),
  tried: z.array(TriedTime),
  category: z.string(),
  place: z.nullable(RankPlace),
  medians: z.nullable(ReportMedians),
});
export type FirstViewsReport = z.infer<typeof FirstViewsReport>;

/** A number of first views, or all people who visit in the app's first days. */
export const Promised = z.enum(['views', 'everybody']);
export type Promised = z.infer<typeof Promised>;

/** `recent` is the duration of recent first views in seconds, or null for fewer than `RECENT_MIN` apps. */
export const FirstViewsPromise = z.object({
  promised: Promised,
  recent: z.nullable(z.object({ apps: Count, medianS: Count, nineOfTenS: Count })),
});
export type FirstViewsPromise = z.infer<typeof FirstViewsPromise>;

export const firstViewsPromise = route({
  method: 'GET',
  path: '/api/first-views',
  summary: 'Get the promise of first views to makers, and the time that they took lately',
  access: 'session',
  replica: true,
  response: FirstViewsPromise,
});

/** First views of an app or a new version. Each pause moves `startedAt`. */
export const ViewBudget = z.object({
  id: Id,
  kind: z.enum(['first', 'version']),
  note: z.nullable(z.string()),
  wanted: Count,
  views: Count,
  startedAt: z.nullable(Moment),
  isPaused: z.boolean(),
  finishedAt: z.nullable(Moment),
  report: z.nullable(FirstViewsReport),
});
export type ViewBudget = z.infer<typeof ViewBudget>;

export const OwnFirstViews = z.object({
  promised: Promised,
  budgets: z.array(ViewBudget),
  waitingVersion: z.nullable(z.string()),
  /** Time from which a new version can be sent. Null while first views are missing. */
  versionFrom: z.nullable(Moment),
});
export type OwnFirstViews = z.infer<typeof OwnFirstViews>;

export const ownFirstViews = route({
  method: 'GET',
  path: '/api/user/apps/:id/first-views',
  summary: 'Get the first views of one of your apps, with the reports',
  access: 'member',
  scope: 'apps:read',
  replica: true,
  params: IdParams,
  response: OwnFirstViews,
  errors: ['app_not_found'],
});

export const VersionForm = z.object({
  note: requiredProse(VERSION_NOTE_MAX, message('Please say what is new')),
});
export type VersionForm = z.infer<typeof VersionForm>;

/** Allowed once in `VERSION_DAYS`. After a review, the version gets `VERSION_VIEWS`. */
export const sendVersion = route({
  method: 'POST',
  path: '/api/user/apps/:id/versions',
  summary: 'Send a new version of one of your apps, for review',
  access: 'member',
  scope: 'apps:write',
  params: IdParams,
  body: VersionForm,
  response: OwnFirstViews,
  errors: ['app_not_found', 'version_too_soon'],
});

export const cancelVersion = route({
  method: 'DELETE',
  path: '/api/user/apps/:id/versions',
  summary: 'Cancel the new version that waits for review',
  access: 'member',
  scope: 'apps:write',
  params: IdParams,
  response: OwnFirstViews,
  errors: ['app_not_found'],
});

export const AdminFirstViews = z.object({
  promised: Promised,
  cameThisWeek: Count,
  /** Number that decides the promise, at most `WEEKLY_PEOPLE_MIN`, with at most `GUEST_VIEWS_PERCENT` guests. */
  weeklyPeople: Count,
  share: z.number(),
  open: Count,
  /** Number of these apps that are over an hour behind schedule. */
  behind: Count,
  paused: Count,
  mostBehindS: Count,
  oldest: z.nullable(
    z.object({ appId: Id, title: z.string(), startedAt: Moment, views: Count, wanted: Count }),
  ),
  recent: FirstViewsPromise.shape.recent,
  /** Numbers of the last seven days. A rate without views is null. */
  cost: z.object({
    newcomerPlaces: Total,
    places: Total,
    newcomerLikeRate: z.nullable(z.number()),
    otherLikeRate: z.nullable(z.number()),
  }),
});
export type AdminFirstViews = z.infer<typeof AdminFirstViews>;

export const adminFirstViews = route({
  method: 'GET',
  path: '/api/admin/first-views',
  summary: 'Get the backlog of first views and its cost in likes',
  access: 'admin',
  scope: 'admin:read',
  response: AdminFirstViews,
});
