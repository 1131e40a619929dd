import * as z from 'zod/mini';
import { RankPlace } from './app-numbers.ts';
import { App, REVIEW_REASON_MAX } from './apps.ts';
import { AuditPerson } from '../instance/audit-log.ts';
import { prose, requiredProse } from '../wire/lines.ts';
import { PendingApp } from '../moderation/pending-apps.ts';
import { Count, Id, IdParams, Moment, PageQuery } from '../wire/primitives.ts';
import { Report } from '../moderation/reports.ts';
import { route } from '../wire/route.ts';
import { message } from '../wire/message.ts';

export const NOTE_MAX = 2_000;
export const OPEN_REPORTS_MAX = 20;

const ReportOfApp = z.extend(z.omit(Report, { appId: true }), { reporter: AuditPerson });

export const NEAR_DUPLICATES_MAX = 5;

export const NearDuplicate = z.pick(App, { id: true, title: true, url: true, status: true });
export type NearDuplicate = z.infer<typeof NearDuplicate>;

export const AdminAppPage = z.extend(PendingApp, {
  reports: z.array(ReportOfApp),
  near: z.array(NearDuplicate),
  belongings: z.object({ reports: Count, notes: Count }),
  place: z.nullable(z.object({ all: RankPlace, category: RankPlace })),
  firstViews: z.nullable(z.object({ views: Count, wanted: Count })),
});
export type AdminAppPage = z.infer<typeof AdminAppPage>;

export const adminApp = route({
  method: 'GET',
  path: '/api/admin/apps/:id',
  summary: 'Get an app with its reports and possible duplicates',
  access: 'moderator',
  scope: 'review:read',
  replica: true,
  params: IdParams,
  response: AdminAppPage,
  errors: ['app_not_found'],
});

export const AdminAppEvent = z.object({
  id: Id,
  action: z.string(),
  actor: z.nullable(AuditPerson),
  before: z.nullable(z.record(z.string(), z.json())),
  after: z.nullable(z.record(z.string(), z.json())),
  createdAt: Moment,
});
export type AdminAppEvent = z.infer<typeof AdminAppEvent>;

export const adminAppHistory = route({
  method: 'GET',
  path: '/api/admin/apps/:id/history',
  summary: 'List the events of an app, newest first',
  access: 'moderator',
  scope: 'review:read',
  replica: true,
  params: IdParams,
  query: PageQuery,
  response: z.array(AdminAppEvent),
  errors: ['app_not_found'],
});

export const AppNote = z.object({
  id: Id,
  text: z.string(),
  author: z.nullable(AuditPerson),
  createdAt: Moment,
});
export type AppNote = z.infer<typeof AppNote>;

export const appNotes = route({
  method: 'GET',
  path: '/api/admin/apps/:id/notes',
  summary: 'List the moderators’ notes on an app, newest first',
  access: 'moderator',
  scope: 'review:read',
  replica: true,
  params: IdParams,
  query: PageQuery,
  response: z.array(AppNote),
  errors: ['app_not_found'],
});

export const writeAppNote = route({
  method: 'POST',
  path: '/api/admin/apps/:id/notes',
  summary: 'Add a note on an app for other moderators',
  access: 'moderator',
  scope: 'review:write',
  status: 201,
  params: IdParams,
  body: z.object({ text: requiredProse(NOTE_MAX, message('A note cannot be empty')) }),
  response: AppNote,
  errors: ['app_not_found'],
});

export const deleteApp = route({
  method: 'DELETE',
  path: '/api/admin/apps/:id',
  summary: 'Delete an app',
  access: 'admin',
  proof: true,
  scope: 'admin:write',
  keyless: true,
  params: IdParams,
  body: z.object({ reason: z.optional(z.nullable(prose(REVIEW_REASON_MAX))), updatedAt: Moment }),
  response: z.object({ votes: Count, reports: Count, notes: Count }),
  errors: ['app_not_found', 'already_decided'],
});
