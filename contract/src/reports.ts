import * as z from 'zod/mini';
import { AppStatus, FrameStatus } from './apps.ts';
import { Id, IdParams, Moment, PageQuery } from './primitives.ts';
import { optionalProse } from './lines.ts';
import { route } from './route.ts';

export const REASON_MAX = 1_000;

export const ReportStatus = z.enum(['pending', 'reviewed', 'dismissed']);
export type ReportStatus = z.infer<typeof ReportStatus>;

/** The reasons to choose from. */
export const ReportKind = z.enum(['broken', 'spam', 'offensive', 'copyright', 'other']);
export type ReportKind = z.infer<typeof ReportKind>;

/** True if the kind says enough by itself. */
export function needsNoWords(kind: ReportKind | undefined): boolean {
  return kind !== undefined && kind !== 'other';
}

/** A chosen reason, one in words, or both. */
export const ReportForm = z
  .object({
    appId: Id,
    kind: z.optional(ReportKind),
    reason: optionalProse(REASON_MAX),
  })
  .check(
    z.refine(({ kind, reason }) => needsNoWords(kind) || reason !== '', {
      message: 'Please provide a reason for reporting',
      path: ['reason'],
    }),
  );

export const Report = z.object({
  id: Id,
  appId: Id,
  /** Null if the member chose none. */
  kind: z.nullable(ReportKind),
  /** The member's own words; may be empty if they chose a kind. */
  reason: z.string(),
  status: ReportStatus,
  createdAt: Moment,
});
export type Report = z.infer<typeof Report>;

export const reportApp = route({
  method: 'POST',
  path: '/api/reports',
  summary: 'Report an app to the admins',
  access: 'member',
  status: 201,
  body: ReportForm,
  response: Report,
  errors: ['app_not_found'],
});

/** A report as admins see it: also who sent it, and the app it is about. */
export const AdminReport = z.extend(Report, {
  app: z.object({ title: z.string(), url: z.string(), status: AppStatus, frameStatus: FrameStatus }),
  reporter: z.object({ id: Id, firstName: z.nullable(z.string()), email: z.nullable(z.string()) }),
});
export type AdminReport = z.infer<typeof AdminReport>;

/** Newest first. */
export const adminReports = route({
  method: 'GET',
  path: '/api/admin/reports',
  summary: 'What people have reported',
  access: 'admin',
  replica: true,
  query: z.extend(PageQuery, { status: z._default(z.enum(['all', ...ReportStatus.options]), 'all') }),
  response: z.array(AdminReport),
});

/** Marks a report as reviewed or dismissed, or as pending again. */
export const reviewReport = route({
  method: 'PATCH',
  path: '/api/admin/reports/:id',
  summary: 'Mark a report as reviewed or dismissed',
  access: 'admin',
  params: IdParams,
  body: z.object({ status: ReportStatus }),
  response: AdminReport,
  errors: ['report_not_found'],
});
