import * as z from 'zod/mini';
import { AdminApp, AppStatus } from './apps.ts';
import { AuditPerson } from './audit-log.ts';
import { prose } from './lines.ts';
import { Count, Moment, PageQuery, text } from './primitives.ts';
import { route } from './route.ts';

export const HOST_MAX = 253;
export const HOST_NOTE_MAX = 500;
/** So many apps of a host are counted; a host with more says so many. */
export const HOST_APPS_COUNTED = 1_000;

/**
 * Blocked: nothing of it is taken or framed, until an admin says otherwise, and no maker's page leads there. Trusted: never
 * held back by Zapdeck itself, unless it leads to a host that is not; a moderator still decides.
 */
export const HostRuleKind = z.enum(['blocked', 'trusted']);
export type HostRuleKind = z.infer<typeof HostRuleKind>;

/** A host that admins block or trust, with all hosts below it. */
export const HostRule = z.object({
  host: z.string(),
  rule: HostRuleKind,
  note: z.nullable(z.string()),
  /** On it, below it, or leading there; at most HOST_APPS_COUNTED of each. */
  apps: z.object({ approved: Count, pending: Count }),
  savedBy: z.nullable(AuditPerson),
  createdAt: Moment,
  updatedAt: Moment,
});
export type HostRule = z.infer<typeof HostRule>;

/** By host, from the last label on, so that those of one site stand together. */
export const adminHosts = route({
  method: 'GET',
  path: '/api/admin/hosts',
  summary: 'Blocked and trusted hosts: search and filter',
  access: 'admin',
  query: z.extend(PageQuery, {
    search: z._default(text(HOST_MAX), ''),
    rule: z._default(z.enum(['all', ...HostRuleKind.options]), 'all'),
  }),
  response: z.array(HostRule),
});

/** As people type or paste it: a host, or an address on it. It is stored as addresses of apps are. */
const HostParams = z.object({ host: text(HOST_MAX) });

export const saveHost = route({
  method: 'PUT',
  path: '/api/admin/hosts/:host',
  summary: 'Block or trust a host',
  access: 'admin',
  params: HostParams,
  body: z.object({ rule: HostRuleKind, note: z.optional(z.nullable(prose(HOST_NOTE_MAX))) }),
  response: HostRule,
});

export const removeHost = route({
  method: 'DELETE',
  path: '/api/admin/hosts/:host',
  summary: 'Take the rule for a host away',
  access: 'admin',
  params: HostParams,
  response: 'empty',
  errors: ['host_not_found'],
});

/** An app with the rule that counts for it: the most specific one of its host, or of the host that it leads to. */
export const HostApp = z.extend(AdminApp, {
  hostRule: z.nullable(z.object({ host: z.string(), rule: HostRuleKind })),
  /** Where its address led to at the last check, where that is another host. */
  leadsTo: z.nullable(z.string()),
});
export type HostApp = z.infer<typeof HostApp>;

/** Newest first. Without a host, those that are blocked. The total counts no further than HOST_APPS_COUNTED. */
export const hostApps = route({
  method: 'GET',
  path: '/api/admin/hosts/apps',
  summary: 'The apps on a host, or on all that are blocked',
  access: 'admin',
  query: z.extend(PageQuery, {
    host: z.optional(text(HOST_MAX)),
    status: z._default(z.enum(['all', ...AppStatus.options]), 'approved'),
  }),
  response: z.array(HostApp),
});
