import { hash } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { LOGO_MAX_BYTES, type Instance } from '@zapdeck/contract/instance';
import type { Db } from '../../db/client.ts';
import { logoFiles } from '../../db/schema/instance.table.ts';
import { inTransaction } from '../../db/transaction.ts';
import { Refusal } from '../../http/refusal.ts';
import type { MadePicture, PictureMaker } from '../../pictures/picture-maker.ts';
import type { AdminStamp } from '../audit-log/audit-log.ts';
import { setLogo } from './instance.ts';
import { type LogoFileName, logoFileNames } from './logo-paths.ts';

const SIDE_LEAST = 64;
const BUSY_RETRY_S = 5;
const BUDGET_RETRY_S = 600;

const faultsInWords: Readonly<Record<Exclude<MadePicture['fault'], 'busy' | 'spent' | null>, string>> = {
  not_a_picture:
    'This file cannot be read as a PNG, JPEG, WebP or SVG picture. An SVG must have no filters, patterns, masks, images or dashes.',
  too_many_pixels: 'This picture has more than 40 megapixels.',
  too_small: `This picture is smaller than ${SIDE_LEAST} pixels.`,
  too_slow: 'This picture takes too long to read.',
};

export function refuseTooLarge(): never {
  const message = `The logo is larger than ${LOGO_MAX_BYTES / 1_024 / 1_024} MB.`;
  throw new Refusal('body_too_large', { message, fields: { logo: message } });
}

/** Draws all sizes of a logo and shows it from now on. Rejects with `invalid_input` if the file is no picture. */
export async function uploadLogo(
  db: Db,
  { bytes, pictureMaker, ...stamp }: AdminStamp & { bytes: Buffer; pictureMaker: PictureMaker },
): Promise<Instance> {
  const made = await pictureMaker.make(
    { bytes, role: 'logo', widthLeast: SIDE_LEAST, ground: null },
    { owner: stamp.actorId, isJob: false },
  );
  if (made.fault === 'busy')
    throw new Refusal('unavailable', { headers: { 'retry-after': String(BUSY_RETRY_S) } });
  if (made.fault === 'spent')
    throw new Refusal('too_many_requests', { headers: { 'retry-after': String(BUDGET_RETRY_S) } });
  if (made.fault !== null) {
    const message = faultsInWords[made.fault];
    throw new Refusal('invalid_input', { message, fields: { logo: message } });
  }
  const { files } = made;
  const logo = hash('sha256', Buffer.concat(files), 'hex').slice(0, 32);
  return inTransaction(db, async (tx) => {
    const rows = files.map((content, index) => ({ logo, name: logoFileNames[index] ?? '', content }));
    await tx.insert(logoFiles).values(rows).onConflictDoNothing();
    return setLogo(tx, logo, stamp);
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
