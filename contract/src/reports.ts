import * as z from 'zod/mini';
import { Id, Moment, PageQuery, requiredText } from './primitives.ts';
import { route } from './route.ts';

export const REASON_MAX = 1_000;

export const ReportStatus = z.enum(['pending', 'reviewed', 'dismissed']);
export type ReportStatus = z.infer<typeof ReportStatus>;

export const ReportForm = z.object({
  appId: Id,
  reason: requiredText(REASON_MAX, 'Please provide a reason for reporting'),
});

export const Report = z.object({
  id: Id,
  appId: Id,
  reason: z.string(),
  status: ReportStatus,
  createdAt: Moment,
});
export type Report = z.infer<typeof Report>;

export const reportApp = route({
  method: 'POST',
  path: '/api/reports',
  access: 'member',
  status: 201,
  body: ReportForm,
  response: Report,
  errors: ['app_not_found'],
});

export const adminReports = route({
  method: 'GET',
  path: '/api/admin/reports',
  access: 'admin',
  query: PageQuery,
  response: z.array(Report),
});
