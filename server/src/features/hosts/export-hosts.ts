import type { hostsCsv } from '@zapdeck/contract/csv-exports';
import { type HostApp, HOST_APPS_COUNTED, type HostRule } from '@zapdeck/contract/hosts';
import type { QueryOf } from '@zapdeck/contract/route';
import type { Db } from '../../db/client.ts';
import { batchesBehind, inBatches } from '../../db/paging.ts';
import { apps } from '../../db/schema/apps.table.ts';
import type { CsvColumns } from '../../http/send-csv.ts';
import { appColumns } from '../listings/files/export-apps.ts';
import { selectApps, type Viewer, withoutVotes } from '../listings/present/present-app.ts';
import { isOnHost, presentHostApps } from './host-apps.ts';
import { readHostsBehind } from './hosts.ts';

const counted = (count: number) => (count < HOST_APPS_COUNTED ? count : `${HOST_APPS_COUNTED}+`);

/** Columns of the hosts file. */
export const hostColumns: CsvColumns<HostRule> = {
  host: ({ host }) => host,
  rule: ({ rule }) => rule,
  note: ({ note }) => note,
  approvedApps: ({ apps: { approved } }) => counted(approved),
  pendingApps: ({ apps: { pending } }) => counted(pending),
  savedById: ({ savedBy }) => savedBy && savedBy.id,
  savedByName: ({ savedBy }) => savedBy && savedBy.firstName,
  savedByEmail: ({ savedBy }) => savedBy && savedBy.email,
  createdAt: ({ createdAt }) => createdAt,
  updatedAt: ({ updatedAt }) => updatedAt,
};

/** Yields the host rules that match the search and the filter, in batches. */
export const exportHosts = (db: Db, query: QueryOf<typeof hostsCsv>) =>
  batchesBehind((last: HostRule | undefined, limit) => readHostsBehind(db, query, last?.host, limit));

/** Columns of the file of apps on hosts. */
export const hostAppColumns: CsvColumns<HostApp> = {
  ...appColumns,
  rule: ({ hostRule }) => hostRule && hostRule.rule,
  ruleOfHost: ({ hostRule }) => hostRule && hostRule.host,
  leadsTo: ({ leadsTo }) => leadsTo,
};

/** Yields the apps on a host, or on all blocked hosts, in batches. */
export const exportHostApps = (db: Db, viewer: Viewer, sought: Parameters<typeof isOnHost>[0]) =>
  inBatches({
    select: selectApps,
    table: apps,
    condition: isOnHost(sought),
    db,
    placeOf: ({ app }) => app,
    present: (rows) => presentHostApps(db, viewer, withoutVotes(rows)),
  });
