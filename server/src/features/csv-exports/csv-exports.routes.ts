import * as csv from '@zapdeck/contract/wire/csv-exports';
import { INSTANCE_VERSIONS_MAX, InstanceSettings } from '@zapdeck/contract/instance/instance';
import { ModerationSettings } from '@zapdeck/contract/moderation/moderation';
import { AdvertisementConfig, AlgorithmParams, FormulaWeights } from '@zapdeck/contract/instance/settings';
import type { Route } from '@zapdeck/contract/wire/route';
import type { FastifyInstance } from 'fastify';
import { inPages } from '../../db/paging.ts';
import type { Deps } from '../../deps.ts';
import type { CallContext } from '../../accounts/admission.ts';
import { type CsvColumns, handleFile } from '../../http/send-csv.ts';
import { urlRulesOf } from '../listings/address/url-rules.ts';
import { changedColumns, exportChangedApps } from '../review/changes/export-changed.ts';
import { appColumns, exportApps } from '../listings/files/export-apps.ts';
import { adminAppFilter } from '../review/apps/admin-app-list.ts';
import { pendingAppFilter } from '../review/queue/pending-list.ts';
import { viewerOf } from '../listings/present/present-app.ts';
import { actionColumns, exportActions } from '../audit-log/audit-log.ts';
import { errorColumns, exportErrorLogs } from '../error-logs/error-logs.ts';
import { exportHostApps, exportHosts, hostAppColumns, hostColumns } from '../hosts/hosts.ts';
import { normaliseHost } from '../hosts/host-name.ts';
import {
  exportReportedApps,
  exportReports,
  reportColumns,
  reportedAppColumns,
} from '../review/reports/export-reports.ts';
import { listCannedReasons } from '../settings/canned-reasons.ts';
import { cannedReasonColumns, savedColumns } from '../settings/export-settings.ts';
import { listInstances } from '../instance/instance.ts';
import { advertisementKind, algorithmKind, moderationKind, weightsKind } from '../settings/kinds.ts';
import { listSettings } from '../settings/settings.ts';
import { exportUsers, userColumns } from '../users/admin-users.ts';
import { recordDownload } from './record-download.ts';

export function csvExportsRoutes(app: FastifyInstance, deps: Deps): void {
  const { config } = deps;
  const rules = urlRulesOf(config);

  const file = <T extends Route & { response: 'csv'; access: 'admin' }, Item>(
    route: T,
    name: string,
    columns: CsvColumns<Item>,
    read: (context: CallContext<T>) => AsyncGenerator<Item[]>,
  ) => {
    const batches = (context: CallContext<T>) => recordDownload(name, context, read(context));
    handleFile(app, deps, route, { name, columns, batches });
  };

  file(csv.appsCsv, 'apps', appColumns, ({ db, query, user, now }) =>
    exportApps(db, viewerOf(user, config), adminAppFilter(db, query, now)),
  );
  file(csv.pendingAppsCsv, 'pending-apps', appColumns, ({ db, query, user, now }) =>
    exportApps(db, viewerOf(user, config), pendingAppFilter(db, query, now)),
  );
  file(csv.changedAppsCsv, 'changed-apps', changedColumns, ({ db, user }) =>
    exportChangedApps(db, viewerOf(user, config)),
  );
  file(csv.usersCsv, 'users', userColumns, ({ db, query }) => exportUsers(db, query));
  file(csv.hostsCsv, 'hosts', hostColumns, ({ db, query }) => exportHosts(db, query));
  file(csv.hostAppsCsv, 'apps-on-hosts', hostAppColumns, ({ db, query: { host, status }, user }) => {
    const wanted = host === undefined ? undefined : normaliseHost(host, rules);
    return exportHostApps(db, viewerOf(user, config), { host: wanted, status });
  });
  file(csv.reportsCsv, 'reports', reportColumns, ({ db, query }) => exportReports(db, query));
  file(csv.reportedAppsCsv, 'reported-apps', reportedAppColumns, ({ db, query, user, now }) =>
    exportReportedApps(db, viewerOf(user, config), query, now),
  );
  file(csv.cannedReasonsCsv, 'canned-reasons', cannedReasonColumns, ({ db }) =>
    inPages((page) => listCannedReasons(db, page)),
  );
  file(csv.weightsHistoryCsv, 'formula-weights', savedColumns(FormulaWeights), ({ db }) =>
    inPages((page) => listSettings(db, weightsKind, page, FormulaWeights)),
  );
  file(csv.algorithmHistoryCsv, 'algorithm-params', savedColumns(AlgorithmParams), ({ db }) =>
    inPages((page) => listSettings(db, algorithmKind, page, AlgorithmParams)),
  );
  file(csv.advertisementHistoryCsv, 'advertisement-config', savedColumns(AdvertisementConfig), ({ db }) =>
    inPages((page) => listSettings(db, advertisementKind, page, AdvertisementConfig)),
  );
  file(csv.moderationHistoryCsv, 'moderation-settings', savedColumns(ModerationSettings), ({ db }) =>
    inPages((page) => listSettings(db, moderationKind, page, ModerationSettings)),
  );
  file(csv.instanceHistoryCsv, 'instance', savedColumns(InstanceSettings), ({ db }) =>
    inPages((page) => listInstances(db, page), INSTANCE_VERSIONS_MAX),
  );
  file(csv.auditLogCsv, 'audit-log', actionColumns, ({ db, query }) => exportActions(db, query));
  file(csv.errorLogsCsv, 'errors', errorColumns, ({ db, query, now }) => exportErrorLogs(db, query, now));
}
