import { type AdminApp, App, type OwnApp, type Submitter } from '@zapdeck/contract/apps/apps';
import { frameReasonText } from '@zapdeck/contract/frames/frame-reasons';
import { DEFAULT_LANGUAGE } from '@zapdeck/contract/wire/languages';
import { and, eq, getTableColumns, sql } from 'drizzle-orm';
import type { Config } from '../../../config.ts';
import type { Db } from '../../../db/client.ts';
import { isOneOf } from '../../../db/is-one-of.ts';
import { appBaselines } from '../../../db/schema/app-baselines.table.ts';
import { pictureLooks } from '../../../db/schema/picture-looks.table.ts';
import { type UserRow, users } from '../../../db/schema/users.table.ts';
import { waitingVersions } from '../../../db/schema/first-views.table.ts';
import { waitingUrls } from '../../../db/schema/waiting-urls.table.ts';
import { waitingWords } from '../../../db/schema/waiting-words.table.ts';
import { type AppRow, apps } from '../../../db/schema/apps.table.ts';
import { votes } from '../../../db/schema/votes.table.ts';
import { type WaitingChanges, waitingColumns } from '../changes/waiting-changes.ts';
import { publicName } from '../../../accounts/person-name.ts';
import { reasonsIn } from '../../../mail/reasons-in.ts';
import { pagePath } from './page-address.ts';
import { sayMarkedIn } from '../../../languages/say.ts';
import type { ShownLanguage } from '../../../languages/shown-language.ts';

export interface Viewer extends Pick<UserRow, 'id' | 'role'> {
  publicUrl: string;
  language: ShownLanguage;
}

/** Returns the viewer of a request. Exported files are in English. */
export function viewerOf(
  { id, role }: UserRow,
  { publicUrl }: Pick<Config, 'publicUrl'>,
  language: ShownLanguage = DEFAULT_LANGUAGE,
): Viewer {
  return { id, role, publicUrl, language };
}

const columns = getTableColumns(apps);
type ShownField = Extract<keyof App, keyof AppRow>;

const shownColumns = Object.entries(columns).filter(
  (entry): entry is [ShownField, (typeof columns)[ShownField]] => Object.hasOwn(App.shape, entry[0]),
);

export const readColumns = [...shownColumns, ['verifiedAt', columns.verifiedAt]] as const;

export type ShownApp = Pick<AppRow, ShownField | 'submittedBy' | 'verifiedAt'>;

interface AppToPresent<Row extends ShownApp = AppRow> {
  app: Row;
  submitter: Pick<UserRow, 'firstName' | 'email' | 'handle'> | null;
  vote: 'up' | 'down' | null;
}

/** SQL: handle of the maker's page, from the joined `users`. Null for suspended makers, whose page has no links. */
export const SHOWN_HANDLE = 'CASE WHEN users.suspended_at IS NULL THEN users.handle END';

const appColumns = {
  app: apps,
  // The id must be first: drizzle returns null for the object if its first column is null.
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

interface BesideApp extends WaitingChanges {
  isPictureAllowed: boolean;
  isPictureOwn: boolean;
  changedAt: Date | null;
}

/** Selects apps with their submitters. Callers add conditions, order and limit, then `withVotes`. */
export function selectApps(db: Db) {
  return db
    .select(appColumns)
    .from(apps)
    .leftJoin(users, eq(users.id, apps.submittedBy))
    .leftJoin(pictureLooks, eq(pictureLooks.appId, apps.id))
    .leftJoin(waitingUrls, eq(waitingUrls.appId, apps.id))
    .leftJoin(waitingWords, eq(waitingWords.appId, apps.id))
    .leftJoin(waitingVersions, eq(waitingVersions.appId, apps.id))
    .leftJoin(appBaselines, eq(appBaselines.appId, apps.id));
}

export function withoutVotes<Row>(rows: readonly Row[]): (Row & { vote: null })[] {
  return rows.map((row) => ({ ...row, vote: null }));
}

export async function withVotes<Row extends Omit<AppToPresent, 'vote'>>(
  db: Db,
  viewer: Pick<Viewer, 'id'>,
  rows: readonly Row[],
): Promise<(Row & Pick<AppToPresent, 'vote'>)[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ app }) => app.id);
  const cast = await db
    .select({ appId: votes.appId, vote: votes.voteType })
    .from(votes)
    .where(and(eq(votes.userId, viewer.id), isOneOf(votes.appId, ids)));
  const voteOn = new Map(cast.map(({ appId, vote }) => [appId, vote]));
  return rows.map((row) => ({ ...row, vote: voteOn.get(row.app.id) ?? null }));
}

const maySeeEmail = (viewer: Viewer, { submittedBy }: Pick<AppRow, 'submittedBy'>): boolean =>
  viewer.role === 'admin' || viewer.id === submittedBy;

function presentSubmitter({ app, submitter }: AppToPresent<ShownApp>, viewer: Viewer): Submitter | null {
  if (!submitter || app.submittedBy === null) return null;
  return {
    id: app.submittedBy,
    firstName: publicName(submitter),
    email: maySeeEmail(viewer, app) ? submitter.email : null,
    handle: submitter.handle,
  };
}

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

/** Presents apps to their maker. Reasons are in the maker's language. */
export async function presentOwnApps(
  db: Db,
  maker: Viewer,
  rows: readonly Parameters<typeof presentOwnApp>[0][],
): Promise<OwnApp[]> {
  const reasons = rows.map(({ app }) => app.reviewReason);
  const inTheirs = await reasonsIn(db, maker.language, reasons);
  return rows.map((row) => ({
    ...presentOwnApp(row, maker),
    reviewReason: inTheirs(row.app.reviewReason),
  }));
}

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
    frameReason: app.frameReason && sayMarkedIn(viewer.language, frameReasonText(app.frameReason)),
    frameCheckedAt: app.frameCheckedAt?.toISOString() ?? null,
    unreachableSince: app.unreachableSince?.toISOString() ?? null,
    changedAt: app.status === 'approved' ? (changedAt?.toISOString() ?? null) : null,
    uploadId: app.uploadId,
  };
}
