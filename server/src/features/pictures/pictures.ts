import { hash } from 'node:crypto';
import type { PictureWidth } from '@zapdeck/contract/pictures/picture-paths';
import { canModerate } from '@zapdeck/contract/accounts/roles';
import { and, eq, exists, lte, notExists, or, type SQL } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { deleteBatch } from '../../db/delete-batches.ts';
import { appBaselines } from '../../db/schema/app-baselines.table.ts';
import { apps } from '../../db/schema/apps.table.ts';
import { pictures } from '../../db/schema/pictures.table.ts';
import { type UserRow, users } from '../../db/schema/users.table.ts';

/** Open pages may still request it. */
const UNUSED_KEPT_MS = 24 * 3_600_000;
const HASH_LENGTH = 32;
const BATCH_PICTURES = 100;

const sizeColumns = { 160: pictures.webp160, 480: pictures.webp480, 960: pictures.webp960 } as const;

export function shortHash(...parts: readonly (Uint8Array | string)[]): string {
  const hashes = parts.map((part) => hash('sha256', part, 'hex'));
  return hash('sha256', hashes.join(' '), 'hex').slice(0, HASH_LENGTH);
}

export async function storePicture(db: Db, files: readonly Buffer[], now: Date): Promise<string> {
  const [webp160, webp480, webp960] = files;
  if (!webp160 || !webp480 || !webp960) throw new Error('A picture has three files');
  const name = shortHash(...files);
  await db
    .insert(pictures)
    .values({ hash: name, webp160, webp480, webp960, createdAt: now })
    .onConflictDoNothing();
  return name;
}

export async function readPicture(db: Db, name: string, width: PictureWidth): Promise<Buffer | undefined> {
  const [found] = await db.select({ file: sizeColumns[width] }).from(pictures).where(eq(pictures.hash, name));
  return found?.file;
}

export async function isPublicPicture(db: Db, name: string): Promise<boolean> {
  const ofApp = db
    .select({ id: apps.id })
    .from(apps)
    .where(and(eq(apps.picture, name), eq(apps.status, 'approved')));
  const ofPerson = db.select({ id: users.id }).from(users).where(eq(users.picture, name));
  const [found] = await db
    .select({ name: pictures.hash })
    .from(pictures)
    .where(and(eq(pictures.hash, name), or(exists(ofApp), exists(ofPerson))));
  return found !== undefined;
}

export async function maySeePicture(
  db: Db,
  name: string,
  { id, role }: Pick<UserRow, 'id' | 'role'>,
): Promise<boolean> {
  if (canModerate({ role })) return true;
  const [own] = await db
    .select({ id: apps.id })
    .from(apps)
    .where(and(eq(apps.picture, name), eq(apps.submittedBy, id)))
    .limit(1);
  return own !== undefined;
}

async function deleteUnused(db: Db, which: SQL | undefined): Promise<number> {
  const ofApps = db.select({ id: apps.id }).from(apps).where(eq(apps.picture, pictures.hash));
  const ofPeople = db.select({ id: users.id }).from(users).where(eq(users.picture, pictures.hash));
  return deleteBatch(db, pictures, and(which, notExists(ofApps), notExists(ofPeople)), BATCH_PICTURES);
}

/** Deletes a batch of old unused pictures. Fails if an app has begun to use one. */
export function purgePictures(db: Db, now: Date): Promise<number> {
  const approved = db
    .select({ id: appBaselines.appId })
    .from(appBaselines)
    .where(eq(appBaselines.picture, pictures.hash));
  const isOld = lte(pictures.createdAt, new Date(now.getTime() - UNUSED_KEPT_MS));
  return deleteUnused(db, and(isOld, notExists(approved)));
}

/** Deletes the picture unless an app uses it. */
export async function dropPicture(db: Db, name: string): Promise<void> {
  await deleteUnused(db, eq(pictures.hash, name));
}
