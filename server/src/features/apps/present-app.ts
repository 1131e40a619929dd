import type { AdminApp, App, OwnApp, Submitter } from '@zapdeck/contract/apps';
import { and, eq } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { type UserRow, users } from '../../db/schema/users.table.ts';
import { votes } from '../../db/schema/votes.table.ts';
import { type AppRow, apps } from '../../db/schema/apps.table.ts';

/** Who looks: it decides whose vote is shown and who may read email addresses. */
export type Viewer = Pick<UserRow, 'id' | 'isAdmin'>;

/** What everybody is shown of an app, and who submitted it. */
export type ShownApp = Pick<
  AppRow,
  | 'id'
  | 'title'
  | 'description'
  | 'url'
  | 'category'
  | 'thumbnailUrl'
  | 'tags'
  | 'status'
  | 'upvotes'
  | 'downvotes'
  | 'views'
  | 'frameStatus'
  | 'createdAt'
  | 'updatedAt'
  | 'submittedBy'
>;

/** An app with what its presentation needs of other tables. */
export interface AppToPresent<Row extends ShownApp = AppRow> {
  app: Row;
  /** Null once the submitter's account is deleted. */
  submitter: Pick<UserRow, 'firstName' | 'email'> | null;
  vote: 'up' | 'down' | null;
}

const appColumns = {
  app: apps,
  // The id comes first: drizzle takes the whole for missing when its first column is null.
  submitter: { id: users.id, firstName: users.firstName, email: users.email },
  vote: votes.voteType,
};

/** The one query behind every list of apps, with submitter and the viewer's vote; add where, order and limit. */
export function selectApps(db: Db, viewer: Viewer) {
  return db
    .select(appColumns)
    .from(apps)
    .leftJoin(users, eq(users.id, apps.submittedBy))
    .leftJoin(votes, and(eq(votes.appId, apps.id), eq(votes.userId, viewer.id)));
}

/** Whether the viewer is shown the email of who submitted the app: admins and the owner are. */
const maySeeEmail = (viewer: Viewer, { submittedBy }: Pick<AppRow, 'submittedBy'>): boolean =>
  viewer.isAdmin || viewer.id === submittedBy;

function presentSubmitter({ app, submitter }: AppToPresent<ShownApp>, viewer: Viewer): Submitter | null {
  if (!submitter) return null;
  return {
    firstName: submitter.firstName || (submitter.email?.split('@')[0] ?? null),
    email: maySeeEmail(viewer, app) ? submitter.email : null,
  };
}

/** The app as every signed-in person may see it; the submitter's email only for admins and the owner. */
export function presentApp(row: AppToPresent<ShownApp>, viewer: Viewer): App {
  const { app, vote } = row;
  return {
    id: app.id,
    title: app.title,
    description: app.description,
    url: app.url,
    category: app.category,
    thumbnailUrl: app.thumbnailUrl,
    tags: app.tags,
    status: app.status,
    upvotes: app.upvotes,
    downvotes: app.downvotes,
    views: app.views,
    frameStatus: app.frameStatus,
    createdAt: app.createdAt.toISOString(),
    updatedAt: app.updatedAt.toISOString(),
    userVote: vote && { voteType: vote, userId: viewer.id },
    submitter: presentSubmitter(row, viewer),
  };
}

/** The app as its submitter sees it. */
export function presentOwnApp(row: AppToPresent, viewer: Viewer): OwnApp {
  const { reviewReason, reviewedAt } = row.app;
  return { ...presentApp(row, viewer), reviewReason, reviewedAt: reviewedAt?.toISOString() ?? null };
}

/** The app as admins see it. */
export function presentAdminApp(row: AppToPresent, viewer: Viewer): AdminApp {
  const { app } = row;
  return {
    ...presentOwnApp(row, viewer),
    submittedBy: app.submittedBy,
    rankingScore: app.rankingScore,
    timeSpent: app.timeSpent,
    avgTimeToUpvote: app.avgTimeToUpvote,
    avgTimeToDownvote: app.avgTimeToDownvote,
    avgViewTime: app.avgViewTime,
    frameReason: app.frameReason,
    frameCheckedAt: app.frameCheckedAt?.toISOString() ?? null,
    unreachableSince: app.unreachableSince?.toISOString() ?? null,
  };
}
