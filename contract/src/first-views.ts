import * as z from 'zod/mini';
import { Place } from './app-numbers.ts';
import { Count } from './primitives.ts';

/** First views that an approved app is promised, and those that a new version gets. */
export const FIRST_VIEWS = 100;
export const VERSION_VIEWS = 50;
/** Guests count for at most this share of the views, in percent. */
export const GUEST_VIEWS_PERCENT = 30;
/** The promised views are due within this time. The schedule leaves a quarter of it for delays. */
export const PROMISE_HOURS = 48;
export const SCHEDULE_HOURS = 36;
/** With fewer people a week, an app is shown to everybody who comes within this time instead. */
export const WEEKLY_PEOPLE_MIN = 150;
export const EVERYBODY_DAYS = 7;
/** A maker gets views for a new version at most once in this time. */
export const VERSION_DAYS = 30;
/** No number of a report is about fewer people. */
export const SPLIT_MIN = 5;

/** A range of times tried, in milliseconds. The last one has no end. */
export const TriedTime = z.object({ fromMs: Count, toMs: z.nullable(Count), people: Count });
export type TriedTime = z.infer<typeof TriedTime>;

/** Share with its 95 % interval. */
export const Rate = z.object({ rate: z.number(), low: z.number(), high: z.number() });
export type Rate = z.infer<typeof Rate>;

/** Medians of other reports: of the same category, or of all if `category` is null. */
export const ReportMedians = z.object({
  category: z.nullable(z.string()),
  reports: Count,
  likeRate: z.nullable(z.number()),
  triedMs: z.nullable(Count),
});
export type ReportMedians = z.infer<typeof ReportMedians>;

/** What the first viewers made of an app. Values about fewer than `SPLIT_MIN` people are null or left out. */
export const FirstViewsReport = z.object({
  /** Viewers with an account. Only they can like an app, and only their times are stored. */
  members: Count,
  likes: z.nullable(Count),
  likeRate: z.nullable(Rate),
  triedMs: z.nullable(Count),
  tried: z.array(TriedTime),
  category: z.string(),
  place: z.nullable(Place),
  medians: z.nullable(ReportMedians),
});
export type FirstViewsReport = z.infer<typeof FirstViewsReport>;
