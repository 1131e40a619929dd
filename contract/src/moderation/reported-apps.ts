import * as z from 'zod/mini';
import { AdminApp, AppStatus, REVIEW_REASON_MAX } from '../apps/apps.ts';
import { prose } from '../wire/lines.ts';
import { Count, Id, IdParams, Moment, PageQuery } from '../wire/primitives.ts';
import { AdminReport, ReportKind, ReportStatus } from './reports.ts';
import { route } from '../wire/route.ts';
import { message } from '../wire/message.ts';

export const REPORTS_SHOWN = 3;

export const HoldVerdict = z.enum([
  'enough',
  'too_few',
  'many_likes',
  'trusted_host',
  'limit_reached',
  'switched_off',
]);
export type HoldVerdict = z.infer<typeof HoldVerdict>;

export const LIKES_PER_REPORT = 10;

/** `shared`: another counted report came from the same network or mailbox. */
export const UncountedReason = z.enum([
  'shared',
  'new',
  'unconfirmed',
  'suspended',
  'dismissed_here',
  'holds_others',
]);
export type UncountedReason = z.infer<typeof UncountedReason>;

export const HoldCheck = z.object({
  verdict: HoldVerdict,
  weight: z.number(),
  needed: Count,
  independent: Count,
  /** Members whose reports do not count, by the first reason that applies. */
  uncounted: z.array(z.object({ reason: UncountedReason, count: Count })),
  reporterAgeHours: Count,
});
export type HoldCheck = z.infer<typeof HoldCheck>;

export const ReportedApp = z.object({
  app: AdminApp,
  openReports: Count,
  openReporters: Count,
  allReports: Count,
  openKinds: z.array(z.object({ kind: ReportKind, count: Count })),
  hold: HoldCheck,
  latestReportAt: Moment,
  latest: z.array(AdminReport),
  updatedAt: Moment,
});
export type ReportedApp = z.infer<typeof ReportedApp>;

export const reportedApps = route({
  method: 'GET',
  path: '/api/admin/reported-apps',
  summary: 'List reported apps, those with open reports first',
  access: 'moderator',
  scope: 'review:read',
  replica: true,
  query: z.extend(PageQuery, {
    status: z._default(z.enum(['all', 'open', 'closed']), 'all'),
    app: z.optional(Id),
  }),
  response: z.array(ReportedApp),
});

export const reportsOfApp = route({
  method: 'GET',
  path: '/api/admin/reported-apps/:id/reports',
  summary: 'List the reports on an app, open ones first',
  access: 'moderator',
  scope: 'review:read',
  replica: true,
  params: IdParams,
  query: PageQuery,
  response: z.array(AdminReport),
});

export const decideReportedApp = route({
  method: 'POST',
  path: '/api/admin/reported-apps/:id/decision',
  summary: 'Close all reports on an app',
  access: 'moderator',
  scope: 'review:write',
  params: IdParams,
  body: z
    .object({
      decision: z.enum(['dismissed', 'reviewed']),
      takeDown: z.optional(z.object({ reason: z.optional(z.nullable(prose(REVIEW_REASON_MAX))) })),
      updatedAt: z.optional(Moment),
    })
    .check(
      z.refine(({ decision, takeDown }) => decision === 'reviewed' || takeDown === undefined, {
        message: message('To take the app down, choose the decision “reviewed”'),
        path: ['takeDown'],
      }),
    ),
  response: z.object({ batchId: z.nullable(Id), closed: Count, appStatus: AppStatus }),
  errors: ['app_not_found', 'already_decided'],
});

export type ReportDecision = Exclude<ReportStatus, 'pending'>;
