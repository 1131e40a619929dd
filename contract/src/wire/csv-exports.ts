import * as z from 'zod/mini';
import { adminApps } from '../apps/apps.ts';
import { auditLog } from '../instance/audit-log.ts';
import { adminErrorGroups } from '../instance/error-logs.ts';
import { adminHosts, hostApps } from '../frames/hosts.ts';
import { PendingFilters } from '../moderation/pending-apps.ts';
import { reportedApps } from '../moderation/reported-apps.ts';
import { adminReports } from '../moderation/reports.ts';
import { route } from './route.ts';
import { adminUsers } from '../accounts/users.ts';

/* UTF-8 with byte order mark, RFC 4180. Formulas get a leading apostrophe. */

const file = { method: 'GET', access: 'admin', scope: 'admin:read', response: 'csv' } as const;
const paging = { limit: true, offset: true } as const;

export const appsCsv = route({
  ...file,
  path: '/api/admin/apps.csv',
  summary: 'Export all apps as CSV',
  query: z.omit(adminApps.query, { ...paging, sort: true }),
});

export const pendingAppsCsv = route({
  ...file,
  path: '/api/admin/apps/pending.csv',
  summary: 'Export the pending apps as CSV',
  query: z.omit(PendingFilters, { sort: true }),
});

export const usersCsv = route({
  ...file,
  proof: true,
  path: '/api/admin/users.csv',
  summary: 'Export all users as CSV',
  query: z.omit(adminUsers.query, paging),
});

export const reportsCsv = route({
  ...file,
  path: '/api/admin/reports.csv',
  summary: 'Export the reports as CSV',
  query: z.omit(adminReports.query, paging),
});

export const auditLogCsv = route({
  ...file,
  path: '/api/admin/audit-log.csv',
  summary: 'Export the audit log as CSV',
  query: z.omit(auditLog.query, paging),
});

export const errorLogsCsv = route({
  ...file,
  path: '/api/admin/error-logs.csv',
  summary: 'Export all browser errors as CSV, ungrouped',
  query: z.omit(adminErrorGroups.query, paging),
});

export const reportedAppsCsv = route({
  ...file,
  path: '/api/admin/reported-apps.csv',
  summary: 'Export the reported apps as CSV',
  query: z.omit(reportedApps.query, paging),
});

export const changedAppsCsv = route({
  ...file,
  path: '/api/admin/apps/changed.csv',
  summary: 'Export the approved apps that changed as CSV',
});

export const hostsCsv = route({
  ...file,
  path: '/api/admin/hosts.csv',
  summary: 'Export the host rules as CSV',
  query: z.omit(adminHosts.query, paging),
});

export const hostAppsCsv = route({
  ...file,
  path: '/api/admin/hosts/apps.csv',
  summary: 'Export the apps on a host, or on all blocked hosts, as CSV',
  query: z.omit(hostApps.query, paging),
});

export const cannedReasonsCsv = route({
  ...file,
  path: '/api/admin/canned-reasons.csv',
  summary: 'Export the canned rejection reasons as CSV',
});

export const weightsHistoryCsv = route({
  ...file,
  path: '/api/admin/formula-weights/history.csv',
  summary: 'Export the history of the ranking weights as CSV',
});

export const algorithmHistoryCsv = route({
  ...file,
  path: '/api/admin/algorithm-params/history.csv',
  summary: 'Export the history of the feed parameters as CSV',
});

export const advertisementHistoryCsv = route({
  ...file,
  path: '/api/admin/advertisement-config/history.csv',
  summary: 'Export the history of the advertisement settings as CSV',
});

export const moderationHistoryCsv = route({
  ...file,
  path: '/api/admin/moderation-settings/history.csv',
  summary: 'Export the history of the moderation settings as CSV',
});

export const instanceHistoryCsv = route({
  ...file,
  path: '/api/admin/instance/history.csv',
  summary: 'Export the history of the settings of this instance as CSV',
});
