import { randomBytes } from 'node:crypto';
import { chown, mkdir, mkdtemp, readlink, rmdir, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Binaries,
  copyBinaries,
  findBinaries,
  isReachableBy,
  UNPRIVILEGED_USER,
  type FileOwner,
} from './binaries.ts';
import { socketFolderOf } from './leftover.ts';

/** Folder for files of root that PostgreSQL's user could not reach otherwise. */
const SHARED_ROOT = '/var/lib/zapdeck';
/** Socket paths have at most 107 bytes on Linux and 103 on macOS. The file name takes 14. */
const SOCKET_FOLDER_MAX = 89;

export interface Home {
  binaries: Binaries;
  dataFolder: string;
  folder: string;
  owner: FileOwner | undefined;
}

async function makeFolder(folder: string, owner: FileOwner | undefined): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (owner) await chown(folder, owner.uid, owner.gid);
}

/** Returns PostgreSQL's user if this process runs as root: the owner of the folder, or a user without rights. */
async function findFileOwner(place: string): Promise<FileOwner | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const held = await stat(place).catch(() => undefined);
  return held && held.uid !== 0 ? { uid: held.uid, gid: held.gid } : UNPRIVILEGED_USER;
}

/** Creates the folder below SHARED_ROOT and a link at `place`, which PostgreSQL's user cannot reach. */
async function makeHomeElsewhere(place: string, owner: FileOwner): Promise<string> {
  const known = await readlink(place).catch(() => undefined);
  if (known !== undefined) return known;
  if (await stat(place).catch(() => undefined)) {
    throw new Error(
      `${place} holds the database, but the user that PostgreSQL runs as cannot enter the folders above it. ` +
        'Open them to others (chmod o+x), or move the folder back to where it was.',
    );
  }
  const folder = join(SHARED_ROOT, randomBytes(6).toString('hex'));
  await mkdir(SHARED_ROOT, { recursive: true, mode: 0o755 });
  await makeFolder(folder, owner);
  try {
    await symlink(folder, place);
    return folder;
  } catch (error) {
    await rmdir(folder);
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return readlink(place);
  }
}

/** Returns the folder of the embedded database, or of a link to it. */
export const databaseHome = (dataDir: string): string => join(dataDir, 'postgres');

export async function prepareHome(dataDir: string): Promise<Home> {
  await mkdir(dataDir, { recursive: true });
  const binaries = await findBinaries();
  const place = databaseHome(dataDir);
  const owner = await findFileOwner(place);
  if (!owner || (await isReachableBy(owner, dataDir))) {
    await makeFolder(place, owner);
    const mayUse = !owner || (await isReachableBy(owner, binaries.postgres));
    return {
      binaries: mayUse ? binaries : await copyBinaries(binaries, SHARED_ROOT),
      folder: place,
      dataFolder: join(place, 'data'),
      owner,
    };
  }
  const folder = await makeHomeElsewhere(place, owner);
  const reachable = (await isReachableBy(owner, binaries.postgres))
    ? binaries
    : await copyBinaries(binaries, SHARED_ROOT);
  return { binaries: reachable, folder, dataFolder: join(folder, 'data'), owner };
}

export async function prepareSocketFolder(home: Home): Promise<string> {
  const beside = socketFolderOf(home.dataFolder);
  if (Buffer.byteLength(beside) <= SOCKET_FOLDER_MAX) {
    await makeFolder(beside, home.owner);
    return beside;
  }
  const elsewhere = await mkdtemp(join(tmpdir(), 'zapdeck-'));
  if (home.owner) await chown(elsewhere, home.owner.uid, home.owner.gid);
  return elsewhere;
}
