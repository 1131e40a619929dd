import type { AdminApp } from '@zapdeck/contract/apps';
import { listingFields, namesOf } from '@zapdeck/contract/listing';
import type { SQL } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { inBatches } from '../../../db/paging.ts';
import { apps } from '../../../db/schema/apps.table.ts';
import type { CsvColumns } from '../../../http/send-csv.ts';
import { presentAdminApp, selectApps, type Viewer, withoutVotes } from '../present/present-app.ts';

const listingColumns: CsvColumns<AdminApp> = Object.fromEntries(
  namesOf(listingFields)
    .filter((name) => name !== 'language')
    .map((name) => [name, (app: AdminApp) => app[name]]),
);

export const appColumns: CsvColumns<AdminApp> = {
  id: ({ id }) => id,
  title: ({ title }) => title,
  // Programs of admins may rely on the order of the columns, so the URL stays before the description.
  url: ({ url }) => url,
  ...listingColumns,
  status: ({ status }) => status,
  reviewReason: ({ reviewReason }) => reviewReason,
  reviewedAt: ({ reviewedAt }) => reviewedAt,
  submittedBy: ({ submittedBy }) => submittedBy,
  submitterName: ({ submitter }) => submitter?.firstName ?? null,
  submitterEmail: ({ submitter }) => submitter?.email ?? null,
  uploadId: ({ uploadId }) => uploadId,
  upvotes: ({ upvotes }) => upvotes,
  downvotes: ({ downvotes }) => downvotes,
  views: ({ views }) => views,
  rankingScore: ({ rankingScore }) => rankingScore,
  timeSpentMs: ({ timeSpent }) => timeSpent,
  avgTimeToUpvoteMs: ({ avgTimeToUpvote }) => avgTimeToUpvote,
  avgTimeToDownvoteMs: ({ avgTimeToDownvote }) => avgTimeToDownvote,
  avgViewTimeMs: ({ avgViewTime }) => avgViewTime,
  frameStatus: ({ frameStatus }) => frameStatus,
  frameReason: ({ frameReason }) => frameReason,
  frameCheckedAt: ({ frameCheckedAt }) => frameCheckedAt,
  unreachableSince: ({ unreachableSince }) => unreachableSince,
  pageUrl: ({ pageUrl }) => pageUrl,
  createdAt: ({ createdAt }) => createdAt,
  updatedAt: ({ updatedAt }) => updatedAt,
  // Newer than the others, so it follows them.
  language: ({ language }) => language,
};

export function columnsOf<Item>(appOf: (item: Item) => AdminApp): CsvColumns<Item> {
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
