import * as z from 'zod/mini';
import { StatusCounts } from '../apps/app-numbers.ts';
import { AdminApp, AppStatus } from '../apps/apps.ts';
import { AuditEntry, AuditPerson } from '../instance/audit-log.ts';
import { AuthProvider } from '../sign-in/auth.ts';
import { requiredProse } from '../wire/lines.ts';
import { Count, IdParams, Moment, PageQuery, Total } from '../wire/primitives.ts';
import { Report } from '../moderation/reports.ts';
import { route } from '../wire/route.ts';
import { Takeback } from '../moderation/takebacks.ts';
import { AdminUser } from './users.ts';
import { message } from '../wire/message.ts';

export const SUSPENSION_REASON_MAX = 1_000;

export const Suspension = z.object({ at: Moment, reason: z.string(), by: z.nullable(AuditPerson) });
export type Suspension = z.infer<typeof Suspension>;

export const PersonPage = z.object({
  user: AdminUser,
  isEmailVerified: z.boolean(),
  hasPassword: z.boolean(),
  linkedProviders: z.array(AuthProvider),
  lastSeenAt: z.nullable(Moment),
  sessions: Count,
  suspension: z.nullable(Suspension),
  apps: StatusCounts,
  votes: z.object({ up: Total, down: Total }),
  takebacks: z.array(Takeback),
  takenWithGroups: Total,
  reports: z.object({ made: Total, received: Total, receivedOpen: Total }),
});
export type PersonPage = z.infer<typeof PersonPage>;

export const readPerson = route({
  method: 'GET',
  path: '/api/admin/users/:id',
  summary: 'Get a user',
  access: 'moderator',
  params: IdParams,
  response: PersonPage,
  errors: ['user_not_found'],
});

export const personApps = route({
  method: 'GET',
  path: '/api/admin/users/:id/apps',
  summary: 'List the apps of a user, newest first',
  access: 'moderator',
  replica: true,
  params: IdParams,
  query: z.extend(PageQuery, { status: z._default(z.enum(['all', ...AppStatus.options]), 'all') }),
  response: z.array(AdminApp),
});

export const PersonReport = z.extend(Report, { appTitle: z.string(), reporter: AuditPerson });
export type PersonReport = z.infer<typeof PersonReport>;

export const personReports = route({
  method: 'GET',
  path: '/api/admin/users/:id/reports',
  summary: 'List the reports that a user made or received, newest first',
  access: 'moderator',
  replica: true,
  params: IdParams,
  query: z.extend(PageQuery, { side: z._default(z.enum(['made', 'received']), 'received') }),
  response: z.array(PersonReport),
});

export const HISTORY_APPS_MAX = 1_000;

export const personHistory = route({
  method: 'GET',
  path: '/api/admin/users/:id/history',
  summary: 'List the decisions on a user or their apps, newest first',
  access: 'moderator',
  replica: true,
  params: IdParams,
  query: z.extend(PageQuery, { about: z._default(z.enum(['person', 'apps']), 'person') }),
  response: z.array(AuditEntry),
});

export const PersonReason = z.object({
  reason: requiredProse(SUSPENSION_REASON_MAX, message('Please give a reason. The user will read it.')),
});

/** With `takesAppsOut`, approved apps become pending. Only admins may set `takesVotesBack` or suspend moderators. */
export const suspendPerson = route({
  method: 'POST',
  path: '/api/admin/users/:id/suspend',
  summary: 'Suspend a user',
  access: 'moderator',
  proof: { when: 'it takes votes back' },
  params: IdParams,
  body: z.extend(PersonReason, {
    takesAppsOut: z._default(z.boolean(), false),
    takesVotesBack: z._default(z.boolean(), false),
  }),
  response: PersonPage,
  errors: ['user_not_found', 'own_account', 'last_admin', 'already_suspended', 'takeback_running'],
});

/** Votes that were taken back stay taken back. */
export const liftSuspension = route({
  method: 'POST',
  path: '/api/admin/users/:id/lift',
  summary: 'Lift the suspension of a user',
  access: 'moderator',
  params: IdParams,
  response: PersonPage,
  errors: ['user_not_found', 'not_suspended'],
});

/** Takes back all votes of a suspended user. The work continues after the response. */
export const takePersonVotesBack = route({
  method: 'POST',
  path: '/api/admin/users/:id/take-back',
  summary: 'Take back the votes of a suspended user',
  access: 'admin',
  proof: true,
  params: IdParams,
  response: PersonPage,
  errors: ['user_not_found', 'not_suspended', 'takeback_running', 'no_votes'],
});

export const endPersonSessions = route({
  method: 'DELETE',
  path: '/api/admin/users/:id/sessions',
  summary: 'End all sessions of a user',
  access: 'admin',
  keyless: true,
  params: IdParams,
  response: z.object({ ended: Count }),
  errors: ['user_not_found', 'own_account'],
});

export const deletePerson = route({
  method: 'DELETE',
  path: '/api/admin/users/:id',
  summary: 'Delete a user; approved apps stay',
  access: 'admin',
  proof: true,
  keyless: true,
  params: IdParams,
  body: PersonReason,
  response: 'empty',
  errors: ['user_not_found', 'own_account', 'last_admin'],
});
