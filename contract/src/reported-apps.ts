import * as z from 'zod/mini';
import { AdminApp, AppStatus, REVIEW_REASON_MAX } from './apps.ts';
import { prose } from './lines.ts';
import { Count, Id, IdParams, Moment, PageQuery } from './primitives.ts';
import { AdminReport, ReportKind, ReportStatus } from './reports.ts';
import { route } from './route.ts';

/** So many of its reports a group shows by itself. */
export const REPORTS_SHOWN = 3;

/** Why reports hide an app, or why they do not. */
export const HoldVerdict = z.enum([
  'enough',
  'too_few',
  'many_likes',
  'trusted_host',
  'limit_reached',
  'switched_off',
]);
export type HoldVerdict = z.infer<typeof HoldVerdict>;

/** Reports hide no app that has more than this many times as many likes as independent reporters. */
export const LIKES_PER_REPORT = 10;

/** How the open reports of an app count, under the settings in force. */
export const HoldCheck = z.object({
  verdict: HoldVerdict,
  /** The sum of the weights of the independent reporters; each has at most 1. */
  weight: z.number(),
  /** The weight that hides the app. */
  needed: Count,
  /** Reporters who share neither network nor mailbox with one another. Those who share one count as one. */
  independent: Count,
  /** Members whose open reports do not count at all. */
  uncounted: Count,
});
export type HoldCheck = z.infer<typeof HoldCheck>;

/** An app with all that was reported of it. */
export const ReportedApp = z.object({
  app: AdminApp,
  openReports: Count,
  /** How many different members sent those that are open. */
  openReporters: Count,
  allReports: Count,
  /** Number of open reports of each kind, the most frequent first. Reports without a kind are left out. */
  openKinds: z.array(z.object({ kind: ReportKind, count: Count })),
  hold: HoldCheck,
  latestReportAt: Moment,
  /** The last of its reports, the open ones first. */
  latest: z.array(AdminReport),
  /** When the app or any of its reports last changed: what a decision on them was taken on. */
  updatedAt: Moment,
});
export type ReportedApp = z.infer<typeof ReportedApp>;

/** Those with open reports first, of both kinds the one that was reported last; or one app alone. */
export const reportedApps = route({
  method: 'GET',
  path: '/api/admin/reported-apps',
  summary: 'What people have reported, by app',
  access: 'admin',
  replica: true,
  query: z.extend(PageQuery, {
    status: z._default(z.enum(['all', 'open', 'closed']), 'all'),
    app: z.optional(Id),
  }),
  response: z.array(ReportedApp),
});

/** The open ones first, of both kinds the newest. */
export const reportsOfApp = route({
  method: 'GET',
  path: '/api/admin/reported-apps/:id/reports',
  summary: 'The reports of one app',
  access: 'admin',
  replica: true,
  params: IdParams,
  query: PageQuery,
  response: z.array(AdminReport),
});

/**
 * Closes all open reports of an app: `dismissed`, after which an app that was held back is approved again, or `reviewed`,
 * with or without taking the app down. `updatedAt` is that of the group as the moderator saw it: when the app or a report
 * changed since, the call is refused. Reporters and maker are told when the time to undo is over.
 */
export const decideReportedApp = route({
  method: 'POST',
  path: '/api/admin/reported-apps/:id/decision',
  summary: 'Close all reports of an app',
  access: 'admin',
  params: IdParams,
  body: z
    .object({
      decision: z.enum(['dismissed', 'reviewed']),
      takeDown: z.optional(z.object({ reason: z.optional(z.nullable(prose(REVIEW_REASON_MAX))) })),
      updatedAt: z.optional(Moment),
    })
    .check(
      z.refine(({ decision, takeDown }) => decision === 'reviewed' || takeDown === undefined, {
        message: 'An app is taken down when its reports are right',
        path: ['takeDown'],
      }),
    ),
  /** `batchId` undoes it, like the decisions of the queue; null when there was nothing to decide. */
  response: z.object({ batchId: z.nullable(Id), closed: Count, appStatus: AppStatus }),
  errors: ['app_not_found', 'already_decided'],
});

export type ReportDecision = Exclude<ReportStatus, 'pending'>;
