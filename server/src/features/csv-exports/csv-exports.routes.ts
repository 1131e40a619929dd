import * as csv from '@zapdeck/contract/csv-exports';
import { ModerationSettings } from '@zapdeck/contract/moderation';
import { AdvertisementConfig, AlgorithmParams, FormulaWeights } from '@zapdeck/contract/settings';
import type { FastifyInstance } from 'fastify';
import { inPages } from '../../db/paging.ts';
import type { Deps } from '../../deps.ts';
import { handleFile } from '../../http/send-csv.ts';
import { urlRulesOf } from '../apps/app-url.ts';
import { changedColumns, exportChangedApps } from '../apps/changes/export-changed.ts';
import { appColumns, exportAdminApps, exportPendingApps } from '../apps/files/export-apps.ts';
import { viewerOf } from '../apps/present-app.ts';
import { actionColumns, exportActions } from '../audit-log/export-actions.ts';
import { errorColumns, exportErrorLogs } from '../error-logs/export-error-logs.ts';
import { exportHostApps, exportHosts, hostAppColumns, hostColumns } from '../hosts/export-hosts.ts';
import { normaliseHost } from '../hosts/host-name.ts';
import {
  exportReportedApps,
  exportReports,
  reportColumns,
  reportedAppColumns,
} from '../reports/export-reports.ts';
import { listCannedReasons } from '../settings/canned-reasons.ts';
import { cannedReasonColumns, savedColumns } from '../settings/export-settings.ts';
import { listModerationSettings } from '../settings/moderation-settings.ts';
import { listAdvertisementConfigs, listAlgorithmParams, listWeights } from '../settings/settings-history.ts';
import { exportUsers, userColumns } from '../users/export-users.ts';

/** The lists of admins as files: of each its call, its name, its columns, and where its rows come from. */
export function csvExportsRoutes(app: FastifyInstance, deps: Deps): void {
  const { config } = deps;
  const rules = urlRulesOf(config);

  handleFile(app, deps, csv.appsCsv, {
    name: 'apps',
    columns: appColumns,
    batches: ({ read, query, user, now }) => exportAdminApps(read, viewerOf(user, config), query, now),
  });
  handleFile(app, deps, csv.pendingAppsCsv, {
    name: 'pending-apps',
    columns: appColumns,
    batches: ({ read, query, user, now }) => exportPendingApps(read, viewerOf(user, config), query, now),
  });
  handleFile(app, deps, csv.changedAppsCsv, {
    name: 'changed-apps',
    columns: changedColumns,
    batches: ({ db, user }) => exportChangedApps(db, viewerOf(user, config)),
  });
  handleFile(app, deps, csv.usersCsv, {
    name: 'users',
    columns: userColumns,
    batches: ({ db, query }) => exportUsers(db, query),
  });
  handleFile(app, deps, csv.hostsCsv, {
    name: 'hosts',
    columns: hostColumns,
    batches: ({ db, query }) => exportHosts(db, query),
  });
  handleFile(app, deps, csv.hostAppsCsv, {
    name: 'apps-on-hosts',
    columns: hostAppColumns,
    batches: ({ db, query: { host, status }, user }) => {
      const wanted = host === undefined ? undefined : normaliseHost(host, rules);
      return exportHostApps(db, viewerOf(user, config), { host: wanted, status });
    },
  });
  handleFile(app, deps, csv.reportsCsv, {
    name: 'reports',
    columns: reportColumns,
    batches: ({ db, query }) => exportReports(db, query),
  });
  handleFile(app, deps, csv.reportedAppsCsv, {
    name: 'reported-apps',
    columns: reportedAppColumns,
    batches: ({ db, query, user }) => exportReportedApps(db, viewerOf(user, config), query),
  });
  handleFile(app, deps, csv.cannedReasonsCsv, {
    name: 'canned-reasons',
    columns: cannedReasonColumns,
    batches: ({ db }) => inPages((page) => listCannedReasons(db, page)),
  });
  handleFile(app, deps, csv.weightsHistoryCsv, {
    name: 'formula-weights',
    columns: savedColumns(FormulaWeights),
    batches: ({ db }) => inPages((page) => listWeights(db, page)),
  });
  handleFile(app, deps, csv.algorithmHistoryCsv, {
    name: 'algorithm-params',
    columns: savedColumns(AlgorithmParams),
    batches: ({ db }) => inPages((page) => listAlgorithmParams(db, page)),
  });
  handleFile(app, deps, csv.advertisementHistoryCsv, {
    name: 'advertisement-config',
    columns: savedColumns(AdvertisementConfig),
    batches: ({ db }) => inPages((page) => listAdvertisementConfigs(db, page)),
  });
  handleFile(app, deps, csv.moderationHistoryCsv, {
    name: 'moderation-settings',
    columns: savedColumns(ModerationSettings),
    batches: ({ db }) => inPages((page) => listModerationSettings(db, page)),
  });
  handleFile(app, deps, csv.auditLogCsv, {
    name: 'audit-log',
    columns: actionColumns,
    batches: ({ read, query }) => exportActions(read, query),
  });
  handleFile(app, deps, csv.errorLogsCsv, {
    name: 'errors',
    columns: errorColumns,
    batches: ({ db, query, now }) => exportErrorLogs(db, query, now),
  });
}
