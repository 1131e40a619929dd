import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const APPS_FOLDER = fileURLToPath(new URL('../apps', import.meta.url));

/** The app whose pages may not be framed, to show what happens then. */
export const UNFRAMEABLE_SLUG = 'stubborn-page';
/** The app whose address never answers, to show what happens then. */
export const UNREACHABLE_SLUG = 'gone-fishing';

export interface DemoApp {
  /** Folder of the app and path of its address. */
  slug: string;
  title: string;
  description: string;
  category: string;
  tags: string[];
}

/** What a newcomer should meet first; the rest follows by name, the two that cannot be framed last. */
const firstOnes = [
  'particle-garden',
  'tiny-piano',
  'night-sky',
  'merge-2048',
  'sketch-pad',
  'breathe',
  'pomodoro',
];

function place(slug: string): number {
  if (slug === UNFRAMEABLE_SLUG) return Number.POSITIVE_INFINITY;
  return firstOnes.includes(slug) ? firstOnes.indexOf(slug) : firstOnes.length;
}

const unreachable: DemoApp = {
  slug: UNREACHABLE_SLUG,
  title: 'Gone Fishing',
  description:
    'This app has left its server for the river. It shows what Zapdeck does with an app that does not answer.',
  category: 'Other',
  tags: ['Free'],
};

/** Every demo app in the order to meet them; the description of each lies in its folder. */
export async function readCatalogue(): Promise<DemoApp[]> {
  const entries = await readdir(APPS_FOLDER, { withFileTypes: true });
  const slugs = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  const apps = await Promise.all(
    slugs
      .toSorted((a, b) => place(a) - place(b) || a.localeCompare(b))
      .map(async (slug) => {
        const about = await readFile(join(APPS_FOLDER, slug, 'about.json'), 'utf8');
        return { slug, ...(JSON.parse(about) as Omit<DemoApp, 'slug'>) };
      }),
  );
  return [...apps, unreachable];
}
