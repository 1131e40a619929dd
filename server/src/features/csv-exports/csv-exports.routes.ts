import * as csv from '@zapdeck/contract/csv-exports';
import { ModerationSettings } from '@zapdeck/contract/moderation';
import { AdvertisementConfig, AlgorithmParams, FormulaWeights } from '@zapdeck/contract/settings';
import type { Route } from '@zapdeck/contract/route';
import type { FastifyInstance } from 'fastify';
import { inPages } from '../../db/paging.ts';
import type { Deps } from '../../deps.ts';
import { handleFile, type ListFile } from '../../http/send-csv.ts';
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
import { recordDownload } from './record-download.ts';

/** The lists of admins as files: of each its call, its name, its columns, and where its rows come from. Each download is in the audit log. */
export function csvExportsRoutes(app: FastifyInstance, deps: Deps): void {
  const { config } = deps;
  const rules = urlRulesOf(config);

  const file = <T extends Route & { response: 'csv'; access: 'admin' }, Item>(
    route: T,
    { batches, ...list }: ListFile<T, Item>,
  ) =>
    handleFile(app, deps, route, {
      ...list,
      batches: (context) => recordDownload(list.name, context, batches(context)),
    });

  file(csv.appsCsv, {
    name: 'apps',
    columns: appColumns,
    batches: ({ db, query, user, now }) => exportAdminApps(db, viewerOf(user, config), query, now),
  });
  file(csv.pendingAppsCsv, {
    name: 'pending-apps',
    columns: appColumns,
    batches: ({ db, query, user, now }) => exportPendingApps(db, viewerOf(user, config), query, now),
  });
  file(csv.changedAppsCsv, {
    name: 'changed-apps',
    columns: changedColumns,
    batches: ({ db, user }) => exportChangedApps(db, viewerOf(user, config)),
  });
  file(csv.usersCsv, {
    name: 'users',
    columns: userColumns,
    batches: ({ db, query }) => exportUsers(db, query),
  });
  file(csv.hostsCsv, {
    name: 'hosts',
    columns: hostColumns,
    batches: ({ db, query }) => exportHosts(db, query),
  });
  file(csv.hostAppsCsv, {
    name: 'apps-on-hosts',
    columns: hostAppColumns,
    batches: ({ db, query: { host, status }, user }) => {
      const wanted = host === undefined ? undefined : normaliseHost(host, rules);
      return exportHostApps(db, viewerOf(user, config), { host: wanted, status });
    },
  });
  file(csv.reportsCsv, {
    name: 'reports',
    columns: reportColumns,
    batches: ({ db, query }) => exportReports(db, query),
  });
  file(csv.reportedAppsCsv, {
    name: 'reported-apps',
    columns: reportedAppColumns,
    batches: ({ db, query, user, now }) => exportReportedApps(db, viewerOf(user, config), query, now),
  });
  file(csv.cannedReasonsCsv, {
    name: 'canned-reasons',
    columns: cannedReasonColumns,
    batches: ({ db }) => inPages((page) => listCannedReasons(db, page)),
  });
  file(csv.weightsHistoryCsv, {
    name: 'formula-weights',
    columns: savedColumns(FormulaWeights),
    batches: ({ db }) => inPages((page) => listWeights(db, page)),
  });
  file(csv.algorithmHistoryCsv, {
    name: 'algorithm-params',
    columns: savedColumns(AlgorithmParams),
    batches: ({ db }) => inPages((page) => listAlgorithmParams(db, page)),
  });
  file(csv.advertisementHistoryCsv, {
    name: 'advertisement-config',
    columns: savedColumns(AdvertisementConfig),
    batches: ({ db }) => inPages((page) => listAdvertisementConfigs(db, page)),
  });
  file(csv.moderationHistoryCsv, {
    name: 'moderation-settings',
    columns: savedColumns(ModerationSettings),
    batches: ({ db }) => inPages((page) => listModerationSettings(db, page)),
  });
  file(csv.auditLogCsv, {
    name: 'audit-log',
    columns: actionColumns,
    batches: ({ db, query }) => exportActions(db, query),
  });
  file(csv.errorLogsCsv, {
    name: 'errors',
    columns: errorColumns,
    batches: ({ db, query, now }) => exportErrorLogs(db, query, now),
  });
}
