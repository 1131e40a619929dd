import * as z from 'zod/mini';
import { AppStatus, FrameStatus } from '../apps/apps.ts';
import { Id, IdParams, Moment, PageQuery } from '../wire/primitives.ts';
import { optionalProse } from '../wire/lines.ts';
import { route } from '../wire/route.ts';
import { message } from '../wire/message.ts';

export const REASON_MAX = 1_000;

export const ReportStatus = z.enum(['pending', 'reviewed', 'dismissed']);
export type ReportStatus = z.infer<typeof ReportStatus>;

export const ReportKind = z.enum(['broken', 'spam', 'offensive', 'copyright', 'other']);
export type ReportKind = z.infer<typeof ReportKind>;

export function isReasonOptional(kind: ReportKind | undefined): boolean {
  return kind !== undefined && kind !== 'other';
}

export const ReportForm = z
  .object({
    appId: Id,
    kind: z.optional(ReportKind),
    reason: optionalProse(REASON_MAX),
  })
  .check(
    z.refine(({ kind, reason }) => isReasonOptional(kind) || reason !== '', {
      message: message('Please provide a reason for reporting'),
      path: ['reason'],
    }),
  );

export const Report = z.object({
  id: Id,
  appId: Id,
  kind: z.nullable(ReportKind),
  reason: z.string(),
  status: ReportStatus,
  createdAt: Moment,
});
export type Report = z.infer<typeof Report>;

export const reportApp = route({
  method: 'POST',
  path: '/api/reports',
  summary: 'Report an app',
  access: 'member',
  status: 201,
  body: ReportForm,
  response: Report,
  errors: ['app_not_found'],
});

export const AdminReport = z.extend(Report, {
  app: z.object({ title: z.string(), url: z.string(), status: AppStatus, frameStatus: FrameStatus }),
  reporter: z.object({ id: Id, firstName: z.nullable(z.string()), email: z.nullable(z.string()) }),
});
export type AdminReport = z.infer<typeof AdminReport>;

export const adminReports = route({
  method: 'GET',
  path: '/api/admin/reports',
  summary: 'List the reports, newest first',
  access: 'moderator',
  scope: 'review:read',
  replica: true,
  query: z.extend(PageQuery, { status: z._default(z.enum(['all', ...ReportStatus.options]), 'all') }),
  response: z.array(AdminReport),
});

export const reviewReport = route({
  method: 'PATCH',
  path: '/api/admin/reports/:id',
  summary: 'Change the status of a report',
  access: 'moderator',
  scope: 'review:write',
  params: IdParams,
  body: z.object({ status: ReportStatus }),
  response: AdminReport,
  errors: ['report_not_found'],
});
