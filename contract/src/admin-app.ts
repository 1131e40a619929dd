import * as z from 'zod/mini';
import { Place } from './app-numbers.ts';
import { App, REVIEW_REASON_MAX } from './apps.ts';
import { AuditPerson } from './audit-log.ts';
import { prose, requiredProse } from './lines.ts';
import { PendingApp } from './pending-apps.ts';
import { Count, Id, IdParams, Moment, PageQuery } from './primitives.ts';
import { Report } from './reports.ts';
import { route } from './route.ts';

export const NOTE_MAX = 2_000;
/** So many open reports come with an app; the rest stands in its history. */
export const OPEN_REPORTS_MAX = 20;

/** One report of an app, with who sent it. */
const ReportOfApp = z.extend(z.omit(Report, { appId: true }), { reporter: AuditPerson });

/** An app has at most this many possible duplicates. */
export const NEAR_DUPLICATES_MAX = 5;

/** Another app of the same host or with nearly the same title. */
export const NearDuplicate = z.pick(App, { id: true, title: true, url: true, status: true });
export type NearDuplicate = z.infer<typeof NearDuplicate>;

/** An app with all that admins know of it but its history and notes. */
export const AdminAppPage = z.extend(PendingApp, {
  /** The open ones, newest first. */
  reports: z.array(ReportOfApp),
  /** Possible duplicates: first those with nearly the same title, then those of the same host. */
  near: z.array(NearDuplicate),
  /** What goes with the app when it is deleted, beside its votes and views. */
  belongings: z.object({ reports: Count, notes: Count }),
  /** By score, among all approved apps and those of its category. Null while it is not approved. */
  place: z.nullable(z.object({ all: Place, category: Place })),
});
export type AdminAppPage = z.infer<typeof AdminAppPage>;

export const adminApp = route({
  method: 'GET',
  path: '/api/admin/apps/:id',
  summary: 'All that is known of an app',
  access: 'admin',
  replica: true,
  params: IdParams,
  response: AdminAppPage,
  errors: ['app_not_found'],
});

/**
 * One thing that happened to an app: an action of the audit log, `app.submitted`, `app.checked`, `report.sent` or
 * `note.written`. Clients show an action that they do not know by its name.
 */
export const AdminAppEvent = z.object({
  id: Id,
  action: z.string(),
  /** Null for Zapdeck itself, the command line, and deleted accounts. */
  actor: z.nullable(AuditPerson),
  before: z.nullable(z.record(z.string(), z.json())),
  after: z.nullable(z.record(z.string(), z.json())),
  createdAt: Moment,
});
export type AdminAppEvent = z.infer<typeof AdminAppEvent>;

/** Newest first; the submission stands at the end. */
export const adminAppHistory = route({
  method: 'GET',
  path: '/api/admin/apps/:id/history',
  summary: 'What happened to an app, with reports and notes',
  access: 'admin',
  replica: true,
  params: IdParams,
  query: PageQuery,
  response: z.array(AdminAppEvent),
  errors: ['app_not_found'],
});

/** What a moderator tells the others; the author is null once their account is deleted. */
export const AppNote = z.object({
  id: Id,
  text: z.string(),
  author: z.nullable(AuditPerson),
  createdAt: Moment,
});
export type AppNote = z.infer<typeof AppNote>;

/** Newest first. */
export const appNotes = route({
  method: 'GET',
  path: '/api/admin/apps/:id/notes',
  summary: 'What moderators noted of an app',
  access: 'admin',
  replica: true,
  params: IdParams,
  query: PageQuery,
  response: z.array(AppNote),
  errors: ['app_not_found'],
});

export const writeAppNote = route({
  method: 'POST',
  path: '/api/admin/apps/:id/notes',
  summary: 'Note something of an app for the other moderators',
  access: 'admin',
  status: 201,
  params: IdParams,
  body: z.object({ text: requiredProse(NOTE_MAX, 'A note cannot be empty') }),
  response: AppNote,
  errors: ['app_not_found'],
});

/**
 * Deletes an app, as it was seen, with its votes, interactions, reports and notes, for good; the audit log keeps that it
 * was there. Its
 * submitter is told, with the reason where one is given.
 */
export const deleteApp = route({
  method: 'DELETE',
  path: '/api/admin/apps/:id',
  summary: 'Delete an app',
  access: 'admin',
  keyless: true,
  params: IdParams,
  body: z.object({ reason: z.optional(z.nullable(prose(REVIEW_REASON_MAX))), updatedAt: Moment }),
  response: z.object({ votes: Count, reports: Count, notes: Count }),
  errors: ['app_not_found', 'already_decided'],
});
