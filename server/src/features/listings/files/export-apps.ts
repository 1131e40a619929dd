import type { AdminApp } from '@zapdeck/contract/apps/apps';
import { listingFields, namesOf } from '@zapdeck/contract/apps/listing';
import type { SQL } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { inBatches } from '../../../db/paging.ts';
import { apps } from '../../../db/schema/apps.table.ts';
import { type CsvColumns, fieldColumns } from '../../../http/send-csv.ts';
import { presentAdminApp, selectApps, type Viewer, withoutVotes } from '../present/present-app.ts';

/** Scripts of admins may rely on the order of columns. New columns are last. */
export const appColumns: CsvColumns<AdminApp> = {
  ...fieldColumns('id', 'title', 'url', 'description', 'category', 'tags', 'thumbnailUrl'),
  ...fieldColumns('status', 'reviewReason', 'reviewedAt', 'submittedBy'),
  submitterName: ({ submitter }) => submitter?.firstName ?? null,
  submitterEmail: ({ submitter }) => submitter?.email ?? null,
  ...fieldColumns('uploadId', 'upvotes', 'downvotes', 'views', 'rankingScore'),
  timeSpentMs: ({ timeSpent }) => timeSpent,
  avgTimeToUpvoteMs: ({ avgTimeToUpvote }) => avgTimeToUpvote,
  avgTimeToDownvoteMs: ({ avgTimeToDownvote }) => avgTimeToDownvote,
  avgViewTimeMs: ({ avgViewTime }) => avgViewTime,
  ...fieldColumns('frameStatus', 'frameReason', 'frameCheckedAt', 'unreachableSince'),
  ...fieldColumns('pageUrl', 'createdAt', 'updatedAt'),
  ...fieldColumns(...namesOf(listingFields)),
};

export function adminAppColumns<Item>(appOf: (item: Item) => AdminApp): CsvColumns<Item> {
  return Object.fromEntries(
    Object.entries(appColumns).map(([name, cell]) => [name, (item: Item) => cell(appOf(item))]),
  );
}

export async function* exportApps(
  db: Db,
  viewer: Viewer,
  condition: Promise<SQL | undefined>,
): AsyncGenerator<AdminApp[]> {
  yield* inBatches({
    select: selectApps,
    table: apps,
    condition: await condition,
    db,
    placeOf: ({ app }) => app,
    present: (rows) => withoutVotes(rows).map((row) => presentAdminApp(row, viewer)),
  });
}
