import * as z from 'zod/mini';
import { AdminApp, AppStatus } from '../apps/apps.ts';
import { AuditPerson } from '../instance/audit-log.ts';
import { prose } from '../wire/lines.ts';
import { Count, Moment, PageQuery, text } from '../wire/primitives.ts';
import { route } from '../wire/route.ts';

export const HOST_MAX = 253;
export const HOST_NOTE_MAX = 500;
export const HOST_APPS_COUNTED = 1_000;

/** `trusted`: reports alone never hide the apps of the host. */
export const HostRuleKind = z.enum(['blocked', 'trusted']);
export type HostRuleKind = z.infer<typeof HostRuleKind>;

export const HostRule = z.object({
  host: z.string(),
  rule: HostRuleKind,
  note: z.nullable(z.string()),
  apps: z.object({ approved: Count, pending: Count }),
  savedBy: z.nullable(AuditPerson),
  createdAt: Moment,
  updatedAt: Moment,
});
export type HostRule = z.infer<typeof HostRule>;

/** Sorted by labels from the last one, so that hosts of a site are adjacent. */
export const adminHosts = route({
  method: 'GET',
  path: '/api/admin/hosts',
  summary: 'List the host rules, with search and filter',
  access: 'moderator',
  scope: 'review:read',
  query: z.extend(PageQuery, {
    search: z._default(text(HOST_MAX), ''),
    rule: z._default(z.enum(['all', ...HostRuleKind.options]), 'all'),
  }),
  response: z.array(HostRule),
});

const HostParams = z.object({ host: text(HOST_MAX) });

/** Only admins can trust hosts, and change or remove trusted ones. */
export const saveHost = route({
  method: 'PUT',
  path: '/api/admin/hosts/:host',
  summary: 'Block or trust a host',
  access: 'moderator',
  scope: 'review:write',
  params: HostParams,
  body: z.object({ rule: HostRuleKind, note: z.optional(z.nullable(prose(HOST_NOTE_MAX))) }),
  response: HostRule,
});

export const removeHost = route({
  method: 'DELETE',
  path: '/api/admin/hosts/:host',
  summary: 'Delete the rule for a host',
  access: 'moderator',
  scope: 'review:write',
  params: HostParams,
  response: 'empty',
  errors: ['host_not_found'],
});

export const HostApp = z.extend(AdminApp, {
  hostRule: z.nullable(z.object({ host: z.string(), rule: HostRuleKind })),
  leadsTo: z.nullable(z.string()),
});
export type HostApp = z.infer<typeof HostApp>;

export const hostApps = route({
  method: 'GET',
  path: '/api/admin/hosts/apps',
  summary: 'List the apps on a host, or on all blocked hosts, newest first',
  access: 'moderator',
  scope: 'review:read',
  query: z.extend(PageQuery, {
    host: z.optional(text(HOST_MAX)),
    status: z._default(z.enum(['all', ...AppStatus.options]), 'approved'),
  }),
  response: z.array(HostApp),
});
