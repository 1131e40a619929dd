import type { OwnApp } from '@zapdeck/contract/apps/apps';
import { filled } from '@zapdeck/contract/wire/message';
import { eq } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { apps } from '../../../db/schema/apps.table.ts';
import { Refusal } from '../../../http/refusal.ts';
import type { PictureMaker } from '../../../pictures/picture-maker.ts';
import { recordAction } from '../../audit-log/audit-log.ts';
import { storePicture } from '../../pictures/pictures.ts';
import { uploadedFiles } from '../../pictures/uploaded-files.ts';
import { lockPicture, resetLook } from './app-picture.ts';
import { readOwnApp, requireOwnApp } from '../../listings/own/own-app.ts';
import { beginBaseline, settleChanges } from '../../listings/changes/baseline.ts';
import type { Viewer } from '../../listings/present/present-app.ts';
import { lockOwnApp } from '../../listings/own/lock-own-app.ts';

const WIDTH_LEAST = 320;

interface OwnPictureChange {
  id: string;
  maker: Viewer;
  now: Date;
}

async function replacePicture(
  tx: Db,
  { id, maker, now }: OwnPictureChange,
  { picture, isOwn }: { picture: string | null; isOwn: boolean },
): Promise<void> {
  const [before] = await lockPicture(tx, id);
  if (isOwn && !before?.isAllowed) throw new Refusal('picture_not_allowed');
  if (!before || (before.isOwn === isOwn && (before.picture === picture || !isOwn))) return;
  await beginBaseline(tx, id);
  await resetLook(tx, id, { isOwn });
  await tx
    .update(apps)
    .set({ picture, ...(isOwn ? {} : { frameCheckDueAt: now }), updatedAt: now })
    .where(eq(apps.id, id));
  await settleChanges(tx, id, now);
  await recordAction(
    tx,
    { actorId: maker.id, now },
    {
      action: 'app.changed',
      appId: id,
      before: { picture: before.picture, isPictureOwn: before.isOwn },
      after: { picture, isPictureOwn: isOwn },
    },
  );
}

/** Stores a maker's picture. Rejects with `app_not_found`, `picture_not_allowed` or `invalid_input`. */
export async function uploadPicture(
  db: Db,
  { bytes, pictureMaker, ...own }: OwnPictureChange & { bytes: Buffer; pictureMaker: PictureMaker },
): Promise<OwnApp> {
  await requireOwnApp(db, { appId: own.id, maker: own.maker });
  const made = await pictureMaker.make(
    { bytes, role: 'image', widthLeast: WIDTH_LEAST, ground: null },
    { owner: own.maker.id, isJob: false },
  );
  const files = uploadedFiles(made, {
    field: 'picture',
    tooSmall: filled('This picture is less than {min} pixels wide.', { min: WIDTH_LEAST }),
  });
  return inTransaction(db, async (tx) => {
    await lockOwnApp(tx, own.id, own.maker);
    const picture = await storePicture(tx, files, own.now);
    await replacePicture(tx, own, { picture, isOwn: true });
    return readOwnApp(tx, own.id, own.maker);
  });
}

export async function removePicture(db: Db, own: OwnPictureChange): Promise<OwnApp> {
  return inTransaction(db, async (tx) => {
    await lockOwnApp(tx, own.id, own.maker);
    await replacePicture(tx, own, { picture: null, isOwn: false });
    return readOwnApp(tx, own.id, own.maker);
  });
}
