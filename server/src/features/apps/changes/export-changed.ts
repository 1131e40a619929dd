import type { ChangedApp } from '@zapdeck/contract/app-changes';
import { and, desc } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { inBatches } from '../../../db/paging.ts';
import { apps } from '../../../db/schema/apps.table.ts';
import type { CsvColumns } from '../../../http/send-csv.ts';
import { columnsOf } from '../files/export-apps.ts';
import { selectApps, type Viewer } from '../present-app.ts';
import { isChanged, presentChanged } from './list-changed.ts';

/** What stands in the file of the apps that are not what was approved. */
export const changedColumns: CsvColumns<ChangedApp> = {
  ...columnsOf(({ app }: ChangedApp) => app),
  changedAt: ({ changedAt }) => changedAt,
  seenAt: ({ seenAt }) => seenAt,
  changes: ({ changes }) => JSON.stringify(changes),
};

/** Every approved app that is not what was approved, in batches. */
export async function* exportChangedApps(db: Db, viewer: Viewer): AsyncGenerator<ChangedApp[]> {
  const batches = inBatches(
    apps,
    ({ isBehind, limit }) =>
      selectApps(db)
        .where(and(isChanged, isBehind))
        .orderBy(desc(apps.createdAt), desc(apps.id))
        .limit(limit),
    ({ app }) => app,
  );
  for await (const rows of batches) {
    yield await presentChanged(
      db,
      viewer,
      rows.map((row) => ({ ...row, vote: null })),
    );
  }
}
