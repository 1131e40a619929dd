import type { hostsCsv } from '@zapdeck/contract/csv-exports';
import { type HostApp, HOST_APPS_COUNTED, type HostRule } from '@zapdeck/contract/hosts';
import type { QueryOf } from '@zapdeck/contract/route';
import { and, desc } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { batchesBehind, inBatches } from '../../db/paging.ts';
import { apps } from '../../db/schema/apps.table.ts';
import type { CsvColumns } from '../../http/send-csv.ts';
import { appColumns } from '../apps/files/export-apps.ts';
import { selectApps, type Viewer } from '../apps/present-app.ts';
import { isOnHost, presentHostApps } from './host-apps.ts';
import { readHostsBehind } from './hosts.ts';

const counted = (count: number) => (count < HOST_APPS_COUNTED ? count : `${HOST_APPS_COUNTED}+`);

/** What stands in the file of the rules for hosts. */
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

/** Every rule for a host that the search and the filter let through, in batches. */
export const exportHosts = (db: Db, query: QueryOf<typeof hostsCsv>) =>
  batchesBehind((last: HostRule | undefined, limit) => readHostsBehind(db, query, last?.host, limit));

/** What stands in the file of the apps on a host. */
export const hostAppColumns: CsvColumns<HostApp> = {
  ...appColumns,
  rule: ({ hostRule }) => hostRule && hostRule.rule,
  ruleOfHost: ({ hostRule }) => hostRule && hostRule.host,
  leadsTo: ({ leadsTo }) => leadsTo,
};

/** Every app on a host, or on all that are blocked, in batches. */
export async function* exportHostApps(
  db: Db,
  viewer: Viewer,
  sought: Parameters<typeof isOnHost>[0],
): AsyncGenerator<HostApp[]> {
  const batches = inBatches(
    apps,
    ({ isBehind, limit }) =>
      selectApps(db)
        .where(and(isOnHost(sought), isBehind))
        .orderBy(desc(apps.createdAt), desc(apps.id))
        .limit(limit),
    ({ app }) => app,
  );
  for await (const rows of batches) {
    yield await presentHostApps(
      db,
      viewer,
      rows.map((row) => ({ ...row, vote: null })),
    );
  }
}
