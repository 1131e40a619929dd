import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const APPS_FOLDER = fileURLToPath(new URL('../apps', import.meta.url));

/** App that refuses to be framed, as an example. */
export const UNFRAMEABLE_SLUG = 'stubborn-page';
/** App whose URL never responds, as an example. */
export const UNREACHABLE_SLUG = 'gone-fishing';

export interface DemoApp {
  /** Folder name, and path of the URL. */
  slug: string;
  title: string;
  description: string;
  /** An invented name. */
  maker: string;
  category: string;
  tags: string[];
}

/**
 * Order in the deck. The two that cannot be framed come late and apart, and not last, where newcomers are taken
 * from. Apps that are missing here come last.
 */
const order = [
  'excuse-mill',
  'particle-garden',
  'tiny-piano',
  'five-lights',
  'split-bill',
  'night-sky',
  'which-cloud',
  'merge-2048',
  'palette-maker',
  'breathe',
  'sketch-pad',
  'chart-sketch',
  UNFRAMEABLE_SLUG,
  'memory-match',
  'pomodoro',
  'wave-cube',
  'world-clock',
  'type-sprint',
  'json-lens',
  'maze-runner',
  'metronome',
  'unit-converter',
  UNREACHABLE_SLUG,
  'markdown-pad',
  'regex-bench',
];

const place = (slug: string) => (order.includes(slug) ? order.indexOf(slug) : order.length);

const unreachable: DemoApp = {
  slug: UNREACHABLE_SLUG,
  title: 'Gone Fishing',
  description:
    'This app has left its server for the river. It shows what Zapdeck does with an app that does not answer.',
  maker: 'Gone Fishing & Co.',
  category: 'Other',
  tags: ['Away'],
};

/** Returns all demo apps in their order, with the descriptions from their folders. */
export async function readCatalogue(): Promise<DemoApp[]> {
  const entries = await readdir(APPS_FOLDER, { withFileTypes: true });
  const slugs = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  const apps = await Promise.all(
    slugs.map(async (slug) => {
      const about = await readFile(join(APPS_FOLDER, slug, 'about.json'), 'utf8');
      return { slug, ...(JSON.parse(about) as Omit<DemoApp, 'slug'>) };
    }),
  );
  return [...apps, unreachable].toSorted(
    (one, other) => place(one.slug) - place(other.slug) || one.slug.localeCompare(other.slug),
  );
}
