import { execFile } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { fieldsOf, readLazyLoaded } from './r-objects.ts';

/**
 * InstEval: ratings of lectures by students of ETH Zurich, from the R package lme4. Debian's package of it is downloaded
 * once into .cache.
 */
const PACKAGE = 'r-cran-lme4';
const CACHE = fileURLToPath(new URL('../../.cache/ratings', import.meta.url));
const DATA = join(CACHE, 'usr/lib/R/site-library/lme4/data/Rdata');
const DOWNLOAD_TIMEOUT_MS = 60_000;
/** Ratings with the most and the fewest stars are likes and dislikes. */
const [LIKED, DISLIKED] = [5, 1];

/** A student's rating of a lecturer. People and apps are numbered from 0. */
export interface Rating {
  person: number;
  app: number;
  /** Department of the lecture, from 0. */
  category: number;
  /** Semesters since the lecture, from 1. */
  age: number;
  isLiked: boolean;
  isDisliked: boolean;
}

const run = promisify(execFile);

/** Downloads into a folder of its own first, because tests download at the same time. */
async function download(): Promise<void> {
  await mkdir(dirname(CACHE), { recursive: true });
  const folder = await mkdtemp(`${CACHE}-`);
  try {
    await run('apt-get', ['download', '-q', PACKAGE], { cwd: folder, timeout: DOWNLOAD_TIMEOUT_MS });
    const [file = ''] = globSync('*.deb', { cwd: folder });
    await run('dpkg-deb', ['-x', file, 'unpacked'], { cwd: folder });
    await rename(join(folder, 'unpacked'), CACHE).catch((error: unknown) => {
      if (!existsSync(CACHE)) throw error;
    });
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Message of a measurement that needs ratings and cannot fetch them. */
export const RATINGS_MISSING = `Not run: Debian's package ${PACKAGE} can't be fetched here.`;

/** Returns all ratings; undefined if they cannot be fetched. */
export async function fetchRatings(): Promise<Rating[] | undefined> {
  try {
    if (!existsSync(`${DATA}.rdb`)) await download();
  } catch {
    return undefined;
  }
  const columns = fieldsOf(await readLazyLoaded(DATA, 'InstEval'));
  const column = (name: string) => (columns.get(name)?.values ?? []) as readonly number[];
  const [apps, categories, ages, stars] = [column('d'), column('dept'), column('lectage'), column('y')];
  return column('s').map((student, row) => ({
    person: student - 1,
    app: (apps[row] ?? 0) - 1,
    category: (categories[row] ?? 0) - 1,
    age: ages[row] ?? 0,
    isLiked: stars[row] === LIKED,
    isDisliked: stars[row] === DISLIKED,
  }));
}
