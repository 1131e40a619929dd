import * as z from 'zod/mini';
import { AppStatus, AppStatusFilter, FrameStatus, OwnApp } from './apps.ts';
import { Count, Id, IdParams, Moment, PageQuery, text } from './primitives.ts';
import { route } from './route.ts';

/** One of one's own apps; for everybody else there is none. */
export const ownApp = route({
  method: 'GET',
  path: '/api/user/apps/:id',
  summary: 'One of the apps one has submitted',
  access: 'member',
  replica: true,
  params: IdParams,
  response: OwnApp,
  errors: ['app_not_found'],
});

/** Newest first. The search is in title and URL. */
export const ownApps = route({
  method: 'GET',
  path: '/api/user/apps',
  summary: 'The apps one has submitted: search, filter',
  access: 'member',
  replica: true,
  query: z.extend(PageQuery, {
    search: z._default(text(200), ''),
    status: z._default(AppStatusFilter, 'all'),
  }),
  response: z.array(OwnApp),
});

/** Sums over all apps of one member. */
export const OwnAppTotals = z.object({
  apps: z.record(AppStatus, Count),
  likes: z.int().check(z.gte(0)),
  views: z.int().check(z.gte(0)),
});
export type OwnAppTotals = z.infer<typeof OwnAppTotals>;

export const ownAppTotals = route({
  method: 'GET',
  path: '/api/user/apps/totals',
  summary: 'Number of one’s own apps by status, and their likes and views',
  access: 'member',
  replica: true,
  response: OwnAppTotals,
});

/** Actor of an event: the maker, a moderator, or Zapdeck itself. */
export const HistoryActor = z.enum(['maker', 'moderator', 'zapdeck']);
export type HistoryActor = z.infer<typeof HistoryActor>;

/** One thing that happened to an app, as its maker is told. */
export const OwnAppEvent = z.object({
  id: Id,
  /** `app.submitted`, `app.checked`, or an action of the audit log; more of them come, and clients say so plainly. */
  action: z.string(),
  by: HistoryActor,
  /** What it then was, where that changed. */
  status: z.nullable(AppStatus),
  /** Why a moderator decided so, or what the check found. */
  reason: z.nullable(z.string()),
  /** What the check found. */
  frameStatus: z.nullable(FrameStatus),
  /** The names of the fields that were changed. */
  changed: z.array(z.string()),
  createdAt: Moment,
});
export type OwnAppEvent = z.infer<typeof OwnAppEvent>;

/** Newest first; the submission stands at the end. */
export const ownAppHistory = route({
  method: 'GET',
  path: '/api/user/apps/:id/history',
  summary: 'What happened to one of one’s own apps',
  access: 'member',
  replica: true,
  params: IdParams,
  query: PageQuery,
  response: z.array(OwnAppEvent),
  errors: ['app_not_found'],
});
