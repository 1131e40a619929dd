import * as z from 'zod/mini';
import { AppStatus, FrameStatus, OwnApp } from './apps.ts';
import { Id, IdParams, Moment, PageQuery } from './primitives.ts';
import { route } from './route.ts';

/** One of one's own apps; for everybody else there is none. */
export const ownApp = route({
  method: 'GET',
  path: '/api/user/apps/:id',
  summary: 'One of the apps one has submitted',
  access: 'member',
  params: IdParams,
  response: OwnApp,
  errors: ['app_not_found'],
});

/** Who did it: the one who submitted the app, somebody who moderates, or Zapdeck by itself. */
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
  params: IdParams,
  query: PageQuery,
  response: z.array(OwnAppEvent),
  errors: ['app_not_found'],
});
