import * as z from 'zod/mini';
import { adminApps } from './apps.ts';
import { auditLog } from './audit-log.ts';
import { adminErrorGroups } from './error-logs.ts';
import { adminHosts, hostApps } from './hosts.ts';
import { PendingFilters } from './pending-apps.ts';
import { reportedApps } from './reported-apps.ts';
import { adminReports } from './reports.ts';
import { route } from './route.ts';
import { adminUsers } from './users.ts';

/*
 * The lists of admins as files to keep: every row that the filters of the list let through, newest first where nothing
 * else is said. UTF-8 with byte order mark, RFC 4180; what a spreadsheet would take for a formula in a text has an
 * apostrophe before it.
 */

const file = { method: 'GET', access: 'admin', response: 'csv' } as const;
const paging = { limit: true, offset: true } as const;

export const appsCsv = route({
  ...file,
  path: '/api/admin/apps.csv',
  summary: 'All apps as a CSV file',
  query: z.omit(adminApps.query, { ...paging, sort: true }),
});

export const pendingAppsCsv = route({
  ...file,
  path: '/api/admin/apps/pending.csv',
  summary: 'The apps that wait for review as a CSV file',
  query: z.omit(PendingFilters, { sort: true }),
});

export const usersCsv = route({
  ...file,
  path: '/api/admin/users.csv',
  summary: 'All users as a CSV file',
  query: z.omit(adminUsers.query, paging),
});

export const reportsCsv = route({
  ...file,
  path: '/api/admin/reports.csv',
  summary: 'The reports as a CSV file',
  query: z.omit(adminReports.query, paging),
});

export const auditLogCsv = route({
  ...file,
  path: '/api/admin/audit-log.csv',
  summary: 'The audit log as a CSV file',
  query: z.omit(auditLog.query, paging),
});

/** Every report of an error, and not the groups that the list shows. */
export const errorLogsCsv = route({
  ...file,
  path: '/api/admin/error-logs.csv',
  summary: 'The errors of browsers as a CSV file',
  query: z.omit(adminErrorGroups.query, paging),
});

export const reportedAppsCsv = route({
  ...file,
  path: '/api/admin/reported-apps.csv',
  summary: 'What people have reported, by app, as a CSV file',
  query: z.omit(reportedApps.query, paging),
});

export const changedAppsCsv = route({
  ...file,
  path: '/api/admin/apps/changed.csv',
  summary: 'Approved apps that changed since as a CSV file',
});

/** By host, as the list is. */
export const hostsCsv = route({
  ...file,
  path: '/api/admin/hosts.csv',
  summary: 'Blocked and trusted hosts as a CSV file',
  query: z.omit(adminHosts.query, paging),
});

export const hostAppsCsv = route({
  ...file,
  path: '/api/admin/hosts/apps.csv',
  summary: 'The apps on a host, or on all that are blocked, as a CSV file',
  query: z.omit(hostApps.query, paging),
});

/** By label, as the list is. */
export const cannedReasonsCsv = route({
  ...file,
  path: '/api/admin/canned-reasons.csv',
  summary: 'The reasons that can be picked as a CSV file',
});

export const weightsHistoryCsv = route({
  ...file,
  path: '/api/admin/formula-weights/history.csv',
  summary: 'Every set of weights that was saved as a CSV file',
});

export const algorithmHistoryCsv = route({
  ...file,
  path: '/api/admin/algorithm-params/history.csv',
  summary: 'Every set of parameters of the feed that was saved as a CSV file',
});

export const advertisementHistoryCsv = route({
  ...file,
  path: '/api/admin/advertisement-config/history.csv',
  summary: 'Every configuration of advertisements that was saved as a CSV file',
});

export const moderationHistoryCsv = route({
  ...file,
  path: '/api/admin/moderation-settings/history.csv',
  summary: 'Every setting of moderation that was saved as a CSV file',
});
