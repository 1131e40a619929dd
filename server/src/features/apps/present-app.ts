import { type AdminApp, App, type OwnApp, type Submitter } from '@zapdeck/contract/apps';
import { frameReasonInWords } from '@zapdeck/contract/frame-reasons';
import { looksLikeOperator } from '@zapdeck/contract/operator-names';
import { eq, getTableColumns, sql } from 'drizzle-orm';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/client.ts';
import { appBaselines } from '../../db/schema/app-baselines.table.ts';
import { pictureLooks } from '../../db/schema/picture-looks.table.ts';
import { type UserRow, users } from '../../db/schema/users.table.ts';
import { waitingUrls } from '../../db/schema/waiting-urls.table.ts';
import { waitingWords } from '../../db/schema/waiting-words.table.ts';
import { type AppRow, apps } from '../../db/schema/apps.table.ts';
import { readVotes } from '../votes/read-votes.ts';
import { type WaitingChanges, waitingColumns } from './changes/waiting-changes.ts';
import { pagePath } from './page-address.ts';

/** Who looks, which decides whose vote is shown and who may read email addresses, and where our pages are. */
export interface Viewer extends Pick<UserRow, 'id' | 'isAdmin'> {
  publicUrl: string;
}

/** The user as somebody who looks at apps. */
export function viewerOf({ id, isAdmin }: UserRow, { publicUrl }: Pick<Config, 'publicUrl'>): Viewer {
  return { id, isAdmin, publicUrl };
}

const columns = getTableColumns(apps);
type ShownField = Extract<keyof App, keyof AppRow>;

/** What the contract shows of an app and its row has; a field of both is shown everywhere. */
export const shownColumns = Object.entries(columns).filter(
  (entry): entry is [ShownField, (typeof columns)[ShownField]] => Object.hasOwn(App.shape, entry[0]),
);

/** What the presentation of an app reads of its row. */
export const readColumns = [...shownColumns, ['verifiedAt', columns.verifiedAt]] as const;

export type ShownApp = Pick<AppRow, ShownField | 'submittedBy' | 'verifiedAt'>;

/** An app with what its presentation needs of other tables. */
export interface AppToPresent<Row extends ShownApp = AppRow> {
  app: Row;
  /** Null once the submitter's account is deleted. */
  submitter: Pick<UserRow, 'firstName' | 'email' | 'handle'> | null;
  vote: 'up' | 'down' | null;
}

/** By which name the page of a maker is found; nobody is led to that of somebody suspended. In SQL, of the joined `users`. */
export const SHOWN_HANDLE = 'CASE WHEN users.suspended_at IS NULL THEN users.handle END';

const appColumns = {
  app: apps,
  // The id comes first: drizzle takes the whole for missing when its first column is null.
  submitter: {
    id: users.id,
    firstName: users.firstName,
    email: users.email,
    handle: sql<string | null>`${sql.raw(SHOWN_HANDLE)}`,
  },
  isPictureAllowed: sql<boolean>`coalesce(${pictureLooks.isAllowed}, true)`,
  isPictureOwn: sql<boolean>`coalesce(${pictureLooks.isOwn}, false)`,
  ...waitingColumns,
  changedAt: appBaselines.changedAt,
};

/** What is known of an app beside its row, for its submitter and for admins. */
interface BesideApp extends WaitingChanges {
  isPictureAllowed: boolean;
  isPictureOwn: boolean;
  changedAt: Date | null;
}

/** The one query behind every list of apps, with submitters; add where, order and limit, and then the viewer's votes. */
export function selectApps(db: Db) {
  return db
    .select(appColumns)
    .from(apps)
    .leftJoin(users, eq(users.id, apps.submittedBy))
    .leftJoin(pictureLooks, eq(pictureLooks.appId, apps.id))
    .leftJoin(waitingUrls, eq(waitingUrls.appId, apps.id))
    .leftJoin(waitingWords, eq(waitingWords.appId, apps.id))
    .leftJoin(appBaselines, eq(appBaselines.appId, apps.id));
}

/** Returns the rows of apps without the viewer's votes, which files leave out. */
export function withoutVotes<Row>(rows: readonly Row[]): (Row & { vote: null })[] {
  return rows.map((row) => ({ ...row, vote: null }));
}

/** The same apps with the viewer's vote on each. */
export async function withVotes<Row extends Omit<AppToPresent, 'vote'>>(
  db: Db,
  viewer: Pick<Viewer, 'id'>,
  rows: readonly Row[],
): Promise<(Row & Pick<AppToPresent, 'vote'>)[]> {
  if (rows.length === 0) return [];
  const cast = await readVotes(db, { voterId: viewer.id, appIds: rows.map(({ app }) => app.id) });
  return rows.map((row, index) => ({ ...row, vote: cast[index] ?? null }));
}

/** Whether the viewer is shown the email of who submitted the app: admins and the owner are. */
const maySeeEmail = (viewer: Viewer, { submittedBy }: Pick<AppRow, 'submittedBy'>): boolean =>
  viewer.isAdmin || viewer.id === submittedBy;

/** Returns the first name as others may read it; null if it is empty or holds an email address. */
export function readableFirstName(firstName: string | null): string | null {
  const name = firstName?.trim() ?? '';
  return name === '' || /\S@\S/.test(name) ? null : name;
}

/** Returns the readable first name, else the part of the email before the @ unless that looks like the operator's name. */
function submitterName({ firstName, email }: Pick<UserRow, 'firstName' | 'email'>): string | null {
  const name = readableFirstName(firstName);
  if (name !== null) return name;
  const [prefix = ''] = email?.split('@') ?? [];
  return prefix === '' || looksLikeOperator(prefix) ? null : prefix;
}

function presentSubmitter({ app, submitter }: AppToPresent<ShownApp>, viewer: Viewer): Submitter | null {
  if (!submitter) return null;
  return {
    firstName: submitterName(submitter),
    email: maySeeEmail(viewer, app) ? submitter.email : null,
    handle: submitter.handle,
  };
}

/** The app as every signed-in person may see it; the submitter's email only for admins and the owner. */
export function presentApp(row: AppToPresent<ShownApp>, viewer: Viewer): App {
  const { app, vote } = row;
  const shown: Partial<Record<ShownField, unknown>> = {};
  for (const [name] of shownColumns) shown[name] = app[name];
  return {
    ...(shown as Pick<AppRow, ShownField>),
    createdAt: app.createdAt.toISOString(),
    updatedAt: app.updatedAt.toISOString(),
    isVerified: app.verifiedAt !== null,
    pageUrl: viewer.publicUrl + pagePath(app),
    userVote: vote && { voteType: vote, userId: viewer.id },
    submitter: presentSubmitter(row, viewer),
  };
}

/** The app as its submitter sees it. */
export function presentOwnApp(row: AppToPresent & BesideApp, viewer: Viewer): OwnApp {
  const { reviewReason, reviewedAt, withdrawnAt, heldAt } = row.app;
  const { waitingUrl, waitingTitle, waitingDescription, isPictureOwn, isPictureAllowed } = row;
  return {
    ...presentApp(row, viewer),
    reviewReason,
    reviewedAt: reviewedAt?.toISOString() ?? null,
    withdrawnAt: withdrawnAt?.toISOString() ?? null,
    waitingUrl,
    waitingTitle,
    waitingDescription,
    isPictureOwn,
    isPictureAllowed,
    heldAt: heldAt?.toISOString() ?? null,
  };
}

/** The app as admins see it. */
export function presentAdminApp(row: AppToPresent & BesideApp, viewer: Viewer): AdminApp {
  const { app, changedAt } = row;
  return {
    ...presentOwnApp(row, viewer),
    submittedBy: app.submittedBy,
    rankingScore: app.rankingScore,
    timeSpent: app.timeSpent,
    avgTimeToUpvote: app.avgTimeToUpvote,
    avgTimeToDownvote: app.avgTimeToDownvote,
    avgViewTime: app.avgViewTime,
    frameReason: app.frameReason && frameReasonInWords(app.frameReason),
    frameCheckedAt: app.frameCheckedAt?.toISOString() ?? null,
    unreachableSince: app.unreachableSince?.toISOString() ?? null,
    changedAt: app.status === 'approved' ? (changedAt?.toISOString() ?? null) : null,
    uploadId: app.uploadId,
  };
}
