import * as z from 'zod/mini';
import { adminApps } from './apps.ts';
import { auditLog } from './audit-log.ts';
import { adminErrorGroups } from './error-logs.ts';
import { PendingFilters } from './pending-apps.ts';
import { adminReports } from './reports.ts';
import { route } from './route.ts';
import { adminUsers } from './users.ts';

/*
 * The lists of admins as files to keep: every row that the filters of the list let through, newest first. UTF-8 with byte
 * order mark, RFC 4180; what a spreadsheet would take for a formula in a text has an apostrophe before it.
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
