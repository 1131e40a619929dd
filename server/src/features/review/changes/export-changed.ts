import type { ChangedApp } from '@zapdeck/contract/apps/app-changes';
import type { Db } from '../../../db/client.ts';
import { inBatches } from '../../../db/paging.ts';
import { apps } from '../../../db/schema/apps.table.ts';
import { type CsvColumns, fieldColumns } from '../../../http/send-csv.ts';
import { adminAppColumns } from '../../listings/files/export-apps.ts';
import { selectApps, type Viewer, withoutVotes } from '../../listings/present/present-app.ts';
import { isChanged, presentChanged } from './changed-apps.ts';

export const changedColumns: CsvColumns<ChangedApp> = {
  ...adminAppColumns(({ app }: ChangedApp) => app),
  ...fieldColumns('changedAt', 'seenAt'),
  changes: ({ changes }) => JSON.stringify(changes),
};

export const exportChangedApps = (db: Db, viewer: Viewer) =>
  inBatches({
    select: selectApps,
    table: apps,
    condition: isChanged,
    db,
    placeOf: ({ app }) => app,
    present: (rows) => presentChanged(db, viewer, withoutVotes(rows)),
  });
