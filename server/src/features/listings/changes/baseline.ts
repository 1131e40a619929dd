import { PageField } from '@zapdeck/contract/apps/app-changes';
import { eq, sql } from 'drizzle-orm';
import { type Db, one } from '../../../db/client.ts';
import { isOneOf } from '../../../db/is-one-of.ts';
import { appBaselines, type BaselineRow } from '../../../db/schema/app-baselines.table.ts';
import { type AppRow, apps } from '../../../db/schema/apps.table.ts';
import { waitingVersions } from '../../../db/schema/first-views.table.ts';
import { pictureLooks } from '../../../db/schema/picture-looks.table.ts';
import { waitingUrls } from '../../../db/schema/waiting-urls.table.ts';
import { waitingWords } from '../../../db/schema/waiting-words.table.ts';
import type { PageFacts } from '../../../urls/page-facts.ts';
import { recordAction } from '../../audit-log/audit-log.ts';
import { listingWordsOf } from './listing-words.ts';
import { changesOf, comparable, type WatchedApp } from './app-changes.ts';
import { hasWaiting, waitingColumns } from './waiting-changes.ts';

/** A picture found within this time after the first check of the page counts as approved. */
const PICTURE_SETTLES_MS = 3_600_000;

/** Returns true if the app is public, or hidden by reports until a moderator decides. */
export const isPublished = ({ status, heldAt }: Pick<AppRow, 'status' | 'heldAt'>): boolean =>
  status === 'approved' || heldAt !== null;

/** Reads apps with their baselines and waiting changes. The caller must lock apps that may change. */
export async function readWatched(db: Db, ids: readonly string[]): Promise<WatchedApp[]> {
  const rows = await db
    .select({
      app: apps,
      baseline: appBaselines,
      ...waitingColumns,
      isPictureOwn: sql<boolean>`coalesce(${pictureLooks.isOwn}, false)`,
    })
    .from(apps)
    .leftJoin(appBaselines, eq(appBaselines.appId, apps.id))
    .leftJoin(waitingUrls, eq(waitingUrls.appId, apps.id))
    .leftJoin(waitingWords, eq(waitingWords.appId, apps.id))
    .leftJoin(waitingVersions, eq(waitingVersions.appId, apps.id))
    .leftJoin(pictureLooks, eq(pictureLooks.appId, apps.id))
    .where(isOneOf(apps.id, ids));
  return rows.map(({ app, baseline, isPictureOwn, ...waiting }) => ({
    app,
    baseline,
    isPictureOwn,
    waiting,
  }));
}

type BaselineValues = Partial<typeof appBaselines.$inferInsert>;

async function writeBaseline(tx: Db, appId: string, values: BaselineValues): Promise<void> {
  await tx
    .insert(appBaselines)
    .values({ appId, ...values })
    .onConflictDoUpdate({ target: appBaselines.appId, set: values });
}

function approvedValues({ app, isPictureOwn }: WatchedApp, approvedAt: Date): BaselineValues {
  return { ...listingWordsOf(app), picture: app.picture, isPictureOwn, approvedAt };
}

function firstBaselineOf(watched: WatchedApp): BaselineValues | null {
  const { app, baseline } = watched;
  if (baseline?.approvedAt || !isPublished(app)) return null;
  const frameStatus = comparable(app.frameStatus);
  return { ...approvedValues(watched, app.reviewedAt ?? app.createdAt), frameStatus };
}

/** Stores the baseline of an app that was approved before baselines existed. Call it before the app changes. */
export async function beginBaseline(tx: Db, appId: string): Promise<void> {
  const [watched] = await readWatched(tx, [appId]);
  const begun = watched && firstBaselineOf(watched);
  if (begun) await writeBaseline(tx, appId, begun);
}

/** Updates the time since which the app differs from its baseline. Call it after a change, with the app locked. */
export async function settleChanges(tx: Db, appId: string, now: Date): Promise<void> {
  const [watched] = await readWatched(tx, [appId]);
  if (!watched || !isPublished(watched.app)) return;
  const known = watched.baseline?.changedAt ?? null;
  const changedAt = changesOf(watched).length > 0 ? (known ?? now) : null;
  if (changedAt?.getTime() !== known?.getTime()) await writeBaseline(tx, appId, { changedAt });
}

/** Stores the current listings and pages as baselines. Call it with the apps locked. */
export async function approveAsTheyAre(tx: Db, ids: readonly string[], now: Date): Promise<void> {
  const watched = await readWatched(tx, ids);
  if (watched.length === 0) return;
  const rows = watched.map((known) => {
    const { app, baseline } = known;
    return {
      appId: app.id,
      ...approvedValues(known, now),
      host: baseline?.seenHost ?? null,
      pageTitle: baseline?.seenPageTitle ?? null,
      parkedSign: baseline?.seenParkedSign ?? null,
      frameStatus: comparable(app.frameStatus),
      completedAt: baseline?.seenHost ? now : null,
      changedAt: hasWaiting(known.waiting) ? now : null,
    };
  });
  const fields = Object.keys(rows[0] ?? {}).filter((name) => name !== 'appId') as (keyof BaselineRow)[];
  const set = Object.fromEntries(
    fields.map((name) => [name, sql.raw(`excluded."${appBaselines[name].name}"`)]),
  );
  await tx.insert(appBaselines).values(rows).onConflictDoUpdate({ target: appBaselines.appId, set });
}

/** Stores corrected fields as approved. */
export async function approveWords(
  tx: Db,
  appId: string,
  corrected: Partial<AppRow>,
  now: Date,
): Promise<void> {
  await writeBaseline(tx, appId, corrected);
  await settleChanges(tx, appId, now);
}

export async function forgetPage(tx: Db, appId: string): Promise<void> {
  const approved = { host: null, pageTitle: null, parkedSign: null, frameStatus: null, completedAt: null };
  const seen = { seenHost: null, seenPageTitle: null, seenParkedSign: null, pageChangedAt: null };
  await tx
    .update(appBaselines)
    .set({ ...approved, ...seen })
    .where(eq(appBaselines.appId, appId));
}

interface CheckedPage {
  facts: PageFacts | null;
  frameBefore: AppRow['frameStatus'];
  now: Date;
}

function learn(
  { app, baseline }: WatchedApp,
  { facts, frameBefore, now }: CheckedPage,
): BaselineValues | null {
  const values: BaselineValues = {};
  const isNew =
    facts &&
    (baseline?.seenHost !== facts.host ||
      baseline.seenPageTitle !== facts.title ||
      baseline.seenParkedSign !== facts.parkedSign);
  if (isNew)
    Object.assign(values, {
      seenHost: facts.host,
      seenPageTitle: facts.title,
      seenParkedSign: facts.parkedSign,
    });
  // A language that nobody chose is part of the approved version.
  if (baseline?.approvedAt && !app.isLanguageOwn && baseline.language !== app.language)
    values.language = app.language;
  if (isNew || comparable(app.frameStatus) !== comparable(frameBefore)) values.pageChangedAt = now;
  if (isPublished(app)) {
    if (facts && baseline?.host == null)
      Object.assign(values, {
        host: facts.host,
        pageTitle: facts.title,
        parkedSign: facts.parkedSign,
        completedAt: now,
      });
    if (!baseline?.frameStatus && comparable(app.frameStatus))
      values.frameStatus = comparable(app.frameStatus);
  }
  return Object.keys(values).length > 0 ? values : null;
}

/** Completes the baseline with the first check after an approval. The caller locks the app and stores the result. */
export async function noteLook(tx: Db, appId: string, look: CheckedPage): Promise<void> {
  const read = async () => {
    const { app, ...rest } = one(await readWatched(tx, [appId]));
    return { found: { app, ...rest }, before: { app: { ...app, frameStatus: look.frameBefore }, ...rest } };
  };
  let { found, before } = await read();
  const begun = firstBaselineOf(before);
  if (begun) {
    await writeBaseline(tx, appId, begun);
    ({ found, before } = await read());
  }
  const learnt = learn(found, look);
  if (!learnt) return;
  await writeBaseline(tx, appId, learnt);
  if (!isPublished(found.app)) return;
  await settleChanges(tx, appId, look.now);
  await recordPageChanges(tx, before, look.now);
}

async function recordPageChanges(tx: Db, before: WatchedApp, now: Date): Promise<void> {
  const [after] = await readWatched(tx, [before.app.id]);
  const ofPage = (watched: WatchedApp | undefined) =>
    watched ? changesOf(watched).filter(({ field }) => PageField.safeParse(field).success) : [];
  const known = new Set(ofPage(before).map(({ field }) => field));
  const fresh = ofPage(after).filter(({ field }) => !known.has(field));
  if (fresh.length === 0) return;
  const valuesOf = (side: 'before' | 'after') =>
    Object.fromEntries(fresh.map((change) => [change.field, change[side]]));
  await recordAction(
    tx,
    { actorId: null, now },
    {
      action: 'app.page_changed',
      appId: before.app.id,
      before: valuesOf('before'),
      after: valuesOf('after'),
    },
  );
}

/** Adds the picture to the baseline if it was found soon after the first check. */
export async function noteFoundPicture(tx: Db, appId: string, now: Date): Promise<void> {
  const [watched] = await readWatched(tx, [appId]);
  if (!watched?.baseline || !isPublished(watched.app)) return;
  const { app, baseline } = watched;
  const isFirst = baseline.picture === null && !baseline.isPictureOwn;
  const isSoon = !baseline.completedAt || now.getTime() - baseline.completedAt.getTime() < PICTURE_SETTLES_MS;
  if (isFirst && isSoon) await writeBaseline(tx, appId, { picture: app.picture });
  else await writeBaseline(tx, appId, { pageChangedAt: now });
  await settleChanges(tx, appId, now);
}

export async function forgetApprovedPicture(tx: Db, appId: string, now: Date): Promise<void> {
  await tx
    .update(appBaselines)
    .set({
      picture: null,
      isPictureOwn: false,
      completedAt: sql`CASE WHEN host IS NULL THEN NULL ELSE ${now}::timestamptz END`,
    })
    .where(eq(appBaselines.appId, appId));
  await settleChanges(tx, appId, now);
}
