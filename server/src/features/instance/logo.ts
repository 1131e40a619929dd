import { hash } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { type Instance, LOGO_FIELD } from '@zapdeck/contract/instance/instance';
import { filled } from '@zapdeck/contract/wire/message';
import type { Db } from '../../db/client.ts';
import { logoFiles } from '../../db/schema/logo-files.table.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { PictureMaker } from '../../pictures/picture-maker.ts';
import type { AdminStamp } from '../audit-log/audit-log.ts';
import { uploadedFiles } from '../pictures/uploaded-files.ts';
import { saveOwnField } from './instance.ts';
import { type LogoFileName, logoFileNames } from './logo-paths.ts';

const SIDE_LEAST = 64;

/** Draws all sizes of a logo and shows it from now on. Rejects with `invalid_input` if the file is no picture. */
export async function uploadLogo(
  db: Db,
  { bytes, pictureMaker, ...stamp }: AdminStamp & { bytes: Buffer; pictureMaker: PictureMaker },
): Promise<Instance> {
  const made = await pictureMaker.make(
    { bytes, role: 'logo', widthLeast: SIDE_LEAST, ground: null },
    { owner: stamp.actorId, isJob: false },
  );
  const files = uploadedFiles(made, {
    field: LOGO_FIELD,
    tooSmall: filled('This picture is smaller than {min} pixels.', { min: SIDE_LEAST }),
  });
  const logo = hash('sha256', Buffer.concat(files), 'hex').slice(0, 32);
  return inTransaction(db, async (tx) => {
    const rows = files.map((content, index) => ({ logo, name: logoFileNames[index] ?? '', content }));
    await tx.insert(logoFiles).values(rows).onConflictDoNothing();
    return saveOwnField(tx, 'instance.logo', { logo }, stamp);
  });
}

/** Returns a file of a logo, also of an earlier one. */
export async function readLogoFile(db: Db, logo: string, name: LogoFileName): Promise<Buffer | undefined> {
  const [file] = await db
    .select({ content: logoFiles.content })
    .from(logoFiles)
    .where(and(eq(logoFiles.logo, logo), eq(logoFiles.name, name)));
  return file?.content;
}
