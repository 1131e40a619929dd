import * as z from 'zod/mini';
import { StatusCounts } from './app-numbers.ts';
import { AdminApp, AppStatus } from './apps.ts';
import { AuditEntry, AuditPerson } from './audit-log.ts';
import { AuthProvider } from './auth.ts';
import { requiredProse } from './lines.ts';
import { Count, IdParams, Moment, PageQuery, Total } from './primitives.ts';
import { Report } from './reports.ts';
import { route } from './route.ts';
import { AdminUser } from './users.ts';

export const SUSPENSION_REASON_MAX = 1_000;

/** Since when, why, and by whom; `by` is null where that admin's account is gone. */
export const Suspension = z.object({ at: Moment, reason: z.string(), by: z.nullable(AuditPerson) });
export type Suspension = z.infer<typeof Suspension>;

/** Everything that admins see about a person. Votes are counts only. */
export const PersonPage = z.object({
  user: AdminUser,
  isEmailVerified: z.boolean(),
  hasPassword: z.boolean(),
  linkedProviders: z.array(AuthProvider),
  /** As far as open sessions and reported times tell; null where neither does. */
  lastSeenAt: z.nullable(Moment),
  /** How many are open; those of a suspended account are not. */
  sessions: Count,
  suspension: z.nullable(Suspension),
  apps: StatusCounts,
  votes: z.object({ up: Total, down: Total }),
  /** Received: about their apps. */
  reports: z.object({ made: Total, received: Total, receivedOpen: Total }),
});
export type PersonPage = z.infer<typeof PersonPage>;

export const readPerson = route({
  method: 'GET',
  path: '/api/admin/users/:id',
  summary: 'Everything about a person',
  access: 'admin',
  params: IdParams,
  response: PersonPage,
  errors: ['user_not_found'],
});

/** Newest first. */
export const personApps = route({
  method: 'GET',
  path: '/api/admin/users/:id/apps',
  summary: 'The apps of a person',
  access: 'admin',
  replica: true,
  params: IdParams,
  query: z.extend(PageQuery, { status: z._default(z.enum(['all', ...AppStatus.options]), 'all') }),
  response: z.array(AdminApp),
});

/** A report that a person made, or that is about one of their apps. */
export const PersonReport = z.extend(Report, { appTitle: z.string(), reporter: AuditPerson });
export type PersonReport = z.infer<typeof PersonReport>;

/** Newest first. `made` by them, or `received` about their apps. */
export const personReports = route({
  method: 'GET',
  path: '/api/admin/users/:id/reports',
  summary: 'The reports that a person made or received',
  access: 'admin',
  replica: true,
  params: IdParams,
  query: z.extend(PageQuery, { side: z._default(z.enum(['made', 'received']), 'received') }),
  response: z.array(PersonReport),
});

/** From so many of their apps, the newest, is taken what was decided on them. */
export const HISTORY_APPS_MAX = 1_000;

/** Newest first, from the audit log: about the person, or about their apps. */
export const personHistory = route({
  method: 'GET',
  path: '/api/admin/users/:id/history',
  summary: 'What was decided on a person and their apps',
  access: 'admin',
  replica: true,
  params: IdParams,
  query: z.extend(PageQuery, { about: z._default(z.enum(['person', 'apps']), 'person') }),
  response: z.array(AuditEntry),
});

/**
 * Ends their sessions and lets them in no more, until it is lifted; their pending apps leave the queue for as long. With
 * `takesAppsOut`, approved ones leave the deck: they are pending again and wait for a moderator once it is lifted.
 */
export const suspendPerson = route({
  method: 'POST',
  path: '/api/admin/users/:id/suspend',
  summary: 'Suspend a person',
  access: 'admin',
  params: IdParams,
  body: z.object({
    reason: requiredProse(SUSPENSION_REASON_MAX, 'Please give a reason: the person reads it'),
    takesAppsOut: z._default(z.boolean(), false),
  }),
  response: PersonPage,
  errors: ['user_not_found', 'own_account', 'last_admin', 'already_suspended'],
});

/** Allows the person to sign in again. Ended sessions stay ended. */
export const liftSuspension = route({
  method: 'POST',
  path: '/api/admin/users/:id/lift',
  summary: 'Lift a suspension',
  access: 'admin',
  params: IdParams,
  response: PersonPage,
  errors: ['user_not_found', 'not_suspended'],
});

/** Signs a person out on every device. */
export const endPersonSessions = route({
  method: 'DELETE',
  path: '/api/admin/users/:id/sessions',
  summary: 'End all sessions of a person',
  access: 'admin',
  keyless: true,
  params: IdParams,
  response: z.object({ ended: Count }),
  errors: ['user_not_found', 'own_account'],
});

/** Deletes an account, as its owner can: approved apps stay without a submitter, everything else is deleted. */
export const deletePerson = route({
  method: 'DELETE',
  path: '/api/admin/users/:id',
  summary: 'Delete a person',
  access: 'admin',
  keyless: true,
  params: IdParams,
  body: z.object({
    reason: requiredProse(SUSPENSION_REASON_MAX, 'Please give a reason: the person reads it'),
  }),
  response: 'empty',
  errors: ['user_not_found', 'own_account', 'last_admin'],
});
