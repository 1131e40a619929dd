import type { hostsCsv } from '@zapdeck/contract/wire/csv-exports';
import { type HostApp, HOST_APPS_COUNTED, type HostRule } from '@zapdeck/contract/frames/hosts';
import type { QueryOf } from '@zapdeck/contract/wire/route';
import type { Db } from '../../db/client.ts';
import { batchesBehind, inBatches } from '../../db/paging.ts';
import { apps } from '../../db/schema/apps.table.ts';
import { type CsvColumns, fieldColumns } from '../../http/send-csv.ts';
import { appColumns } from '../listings/files/export-apps.ts';
import { selectApps, type Viewer, withoutVotes } from '../listings/present/present-app.ts';
import { hostAppFilter, presentHostApps } from './host-apps.ts';
import { readHostsBehind } from './hosts.ts';

const counted = (count: number) => (count < HOST_APPS_COUNTED ? count : `${HOST_APPS_COUNTED}+`);

export const hostColumns: CsvColumns<HostRule> = {
  ...fieldColumns('host', 'rule', 'note'),
  approvedApps: ({ apps: { approved } }) => counted(approved),
  pendingApps: ({ apps: { pending } }) => counted(pending),
  savedById: ({ savedBy }) => savedBy && savedBy.id,
  savedByName: ({ savedBy }) => savedBy && savedBy.firstName,
  savedByEmail: ({ savedBy }) => savedBy && savedBy.email,
  ...fieldColumns('createdAt', 'updatedAt'),
};

export const exportHosts = (db: Db, query: QueryOf<typeof hostsCsv>) =>
  batchesBehind((last: HostRule | undefined, limit) => readHostsBehind(db, query, last?.host, limit));

export const hostAppColumns: CsvColumns<HostApp> = {
  ...appColumns,
  rule: ({ hostRule }) => hostRule && hostRule.rule,
  ruleOfHost: ({ hostRule }) => hostRule && hostRule.host,
  leadsTo: ({ leadsTo }) => leadsTo,
};

export const exportHostApps = (db: Db, viewer: Viewer, sought: Parameters<typeof hostAppFilter>[0]) =>
  inBatches({
    select: selectApps,
    table: apps,
    condition: hostAppFilter(sought),
    db,
    placeOf: ({ app }) => app,
    present: (rows) => presentHostApps(db, viewer, withoutVotes(rows)),
  });
