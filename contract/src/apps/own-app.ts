import * as z from 'zod/mini';
import { AppStatus, AppStatusFilter, FrameStatus, OwnApp } from './apps.ts';
import { Count, Id, IdParams, Moment, PageQuery, text } from '../wire/primitives.ts';
import { route } from '../wire/route.ts';

export const ownApp = route({
  method: 'GET',
  path: '/api/user/apps/:id',
  summary: 'Get one of your apps',
  access: 'member',
  scope: 'apps:read',
  replica: true,
  params: IdParams,
  response: OwnApp,
  errors: ['app_not_found'],
});

export const ownApps = route({
  method: 'GET',
  path: '/api/user/apps',
  summary: 'List your apps, newest first, with search and filter',
  access: 'member',
  scope: 'apps:read',
  replica: true,
  query: z.extend(PageQuery, {
    search: z._default(text(200), ''),
    status: z._default(AppStatusFilter, 'all'),
  }),
  response: z.array(OwnApp),
});

export const OwnAppTotals = z.object({
  apps: z.record(AppStatus, Count),
  likes: z.int().check(z.gte(0)),
  views: z.int().check(z.gte(0)),
});
export type OwnAppTotals = z.infer<typeof OwnAppTotals>;

export const ownAppTotals = route({
  method: 'GET',
  path: '/api/user/apps/totals',
  summary: 'Get totals over your apps',
  access: 'member',
  scope: 'apps:read',
  replica: true,
  response: OwnAppTotals,
});

const HistoryActor = z.enum(['maker', 'moderator', 'zapdeck']);

export const OwnAppEvent = z.object({
  id: Id,
  action: z.string(),
  by: HistoryActor,
  status: z.nullable(AppStatus),
  reason: z.nullable(z.string()),
  frameStatus: z.nullable(FrameStatus),
  changed: z.array(z.string()),
  createdAt: Moment,
});
export type OwnAppEvent = z.infer<typeof OwnAppEvent>;

export const ownAppHistory = route({
  method: 'GET',
  path: '/api/user/apps/:id/history',
  summary: 'List the events of one of your apps, newest first',
  access: 'member',
  scope: 'apps:read',
  replica: true,
  params: IdParams,
  query: PageQuery,
  response: z.array(OwnAppEvent),
  errors: ['app_not_found'],
});
