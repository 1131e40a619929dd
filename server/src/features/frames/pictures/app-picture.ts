import type { AdminApp } from '@zapdeck/contract/apps/apps';
import { and, eq, lte, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { apps } from '../../../db/schema/apps.table.ts';
import { pictureLooks } from '../../../db/schema/picture-looks.table.ts';
import { lockModerator } from '../../../accounts/locks.ts';
import { Refusal } from '../../../http/refusal.ts';
import { recordAction } from '../../audit-log/audit-log.ts';
import { dropPicture, shortHash, storePicture } from '../../pictures/pictures.ts';
import { beginBaseline, forgetApprovedPicture, noteFoundPicture } from '../../listings/changes/baseline.ts';
import { type FinderDeps, findPicture, type PictureSources } from './find-picture.ts';
import type { Viewer } from '../../listings/present/present-app.ts';
import { readAdminApp } from '../../listings/present/read-admin-app.ts';

/** A picture can change without its address. Less than a day, because pages are checked daily. */
const LOOK_AGAIN_MS = 20 * 3_600_000;

/** Claims the search for a picture. Returns false if nothing changed or the last search is recent. */
export async function takeLook(db: Db, appId: string, sources: PictureSources, now: Date): Promise<boolean> {
  const lookedFor = shortHash(JSON.stringify(sources));
  const lookAgainAt = new Date(now.getTime() - LOOK_AGAIN_MS);
  const isDue = sql`${pictureLooks.isAllowed} AND NOT ${pictureLooks.isOwn} AND (${pictureLooks.lookedFor} IS DISTINCT FROM ${lookedFor}
    OR ${lte(pictureLooks.lookedAt, lookAgainAt)})`;
  const taken = await db
    .insert(pictureLooks)
    .values({ appId, lookedFor, lookedAt: now })
    .onConflictDoUpdate({ target: pictureLooks.appId, set: { lookedFor, lookedAt: now }, setWhere: isDue })
    .returning({ appId: pictureLooks.appId });
  return taken.length > 0;
}

/** Makes the next check search for a picture again. */
export async function resetLook(
  tx: Db,
  appId: string,
  state: { isAllowed?: boolean; isOwn: boolean },
): Promise<void> {
  const set = { ...state, lookedFor: null, lookedAt: null, host: null, madeFrom: null };
  await tx
    .insert(pictureLooks)
    .values({ appId, ...set })
    .onConflictDoUpdate({ target: pictureLooks.appId, set });
}

const pictureColumns = {
  url: apps.url,
  submittedBy: apps.submittedBy,
  picture: apps.picture,
  isAllowed: sql<boolean>`coalesce(${pictureLooks.isAllowed}, true)`,
  isOwn: sql<boolean>`coalesce(${pictureLooks.isOwn}, false)`,
  host: pictureLooks.host,
  madeFrom: pictureLooks.madeFrom,
};

const selectPicture = (db: Db, appId: string) =>
  db
    .select(pictureColumns)
    .from(apps)
    .leftJoin(pictureLooks, eq(pictureLooks.appId, apps.id))
    .where(eq(apps.id, appId));

/** Reads the picture under the lock, because an earlier read could be stale. */
export async function lockPicture(tx: Db, appId: string) {
  await tx.select({ id: apps.id }).from(apps).where(eq(apps.id, appId)).for('no key update');
  return selectPicture(tx, appId);
}

/** Searches for a picture. Keeps the last one while its server is unreachable, unless the app has changed hosts. */
export async function lookForPicture(
  db: Db,
  { appId, sources }: { appId: string; sources: PictureSources },
  deps: FinderDeps,
  now: Date,
): Promise<void> {
  const [before] = await selectPicture(db, appId);
  if (!before?.isAllowed || before.isOwn) return;
  const { host } = new URL(before.url);
  const isKept = before.picture !== null && before.host === host;
  const place = { owner: before.submittedBy ?? host, isJob: true };
  const found = await findPicture(sources, deps, {
    madeFrom: isKept ? before.madeFrom : null,
    isKept,
    place,
  });
  await inTransaction(db, async (tx) => {
    // Lock order: the app before its picture search.
    const [app] = await lockPicture(tx, appId);
    if (!app?.isAllowed || app.isOwn || app.url !== before.url || app.picture !== before.picture) return;
    const isUntouched = found.outcome === 'same' || (found.outcome === 'away' && isKept);
    const made = found.outcome === 'files' ? found : null;
    const picture = isUntouched ? app.picture : made && (await storePicture(tx, made.files, now));
    if (picture !== app.picture) await beginBaseline(tx, appId);
    await tx
      .update(apps)
      .set({ picture, colour: found.colour })
      .where(
        and(
          eq(apps.id, appId),
          sql`(${apps.picture}, ${apps.colour}) IS DISTINCT FROM (${picture}::text, ${found.colour}::text)`,
        ),
      );
    await tx
      .update(pictureLooks)
      .set({
        ...(isUntouched ? {} : { host, madeFrom: made?.madeFrom ?? null }),
        ...(found.outcome === 'away' ? { lookedFor: null } : {}),
        lookedAt: now,
      })
      .where(eq(pictureLooks.appId, appId));
    if (picture !== app.picture) await noteFoundPicture(tx, appId, now);
  });
}

interface Allowing {
  id: string;
  isAllowed: boolean;
  viewer: Viewer;
  now: Date;
}

/** Allows or forbids a picture. If allowed, the next check searches again. Rejects with `app_not_found`. */
export async function allowPicture(db: Db, { id, isAllowed, viewer, now }: Allowing): Promise<AdminApp> {
  return inTransaction(db, async (tx) => {
    await lockModerator(tx, viewer);
    const [before] = await lockPicture(tx, id);
    if (!before) throw new Refusal('app_not_found');
    if (before.isAllowed !== isAllowed) {
      const picture = null;
      await resetLook(tx, id, { isAllowed, isOwn: false });
      const due = isAllowed ? { frameCheckDueAt: now } : {};
      await tx
        .update(apps)
        .set({ picture, ...due, updatedAt: now })
        .where(eq(apps.id, id));
      if (before.picture !== null) await dropPicture(tx, before.picture);
      await forgetApprovedPicture(tx, id, now);
      await recordAction(
        tx,
        { actorId: viewer.id, now },
        {
          action: 'app.picture',
          appId: id,
          before: { isPictureAllowed: before.isAllowed, picture: before.picture },
          after: { isPictureAllowed: isAllowed, picture },
        },
      );
    }
    return readAdminApp(tx, id, viewer);
  });
}
