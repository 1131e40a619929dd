import type { AdminApp } from '@zapdeck/contract/apps';
import type { appsCsv, pendingAppsCsv } from '@zapdeck/contract/csv-exports';
import type { QueryOf } from '@zapdeck/contract/route';
import { and, desc, type SQL } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { inBatches } from '../../../db/paging.ts';
import { apps } from '../../../db/schema/apps.table.ts';
import type { CsvColumns } from '../../../http/send-csv.ts';
import { fits } from '../moderation/admin-app-list.ts';
import { isSought } from '../moderation/pending-list.ts';
import { presentAdminApp, selectApps, type Viewer } from '../present-app.ts';

/** What stands in the files of apps. */
export const appColumns: CsvColumns<AdminApp> = {
  id: ({ id }) => id,
  title: ({ title }) => title,
  url: ({ url }) => url,
  description: ({ description }) => description,
  category: ({ category }) => category,
  tags: ({ tags }) => tags,
  thumbnailUrl: ({ thumbnailUrl }) => thumbnailUrl,
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
};

/** The same of what has an app beside other things. */
export function columnsOf<Item>(appOf: (item: Item) => AdminApp): CsvColumns<Item> {
  return Object.fromEntries(
    Object.entries(appColumns).map(([name, cell]) => [name, (item: Item) => cell(appOf(item))]),
  );
}

async function* exportApps(db: Db, viewer: Viewer, condition: SQL | undefined) {
  const batches = inBatches(
    apps,
    ({ isBehind, limit }) =>
      selectApps(db)
        .where(and(condition, isBehind))
        .orderBy(desc(apps.createdAt), desc(apps.id))
        .limit(limit),
    ({ app }) => app,
  );
  for await (const rows of batches) yield rows.map((row) => presentAdminApp({ ...row, vote: null }, viewer));
}

/** Every app that the filters of the Apps tab let through, in batches. */
export function exportAdminApps(db: Db, viewer: Viewer, query: QueryOf<typeof appsCsv>, now: Date) {
  return exportApps(db, viewer, fits(query, now));
}

/** Every app that waits and that the filters of the queue let through, in batches. */
export function exportPendingApps(db: Db, viewer: Viewer, query: QueryOf<typeof pendingAppsCsv>, now: Date) {
  return exportApps(db, viewer, isSought(query, now));
}
