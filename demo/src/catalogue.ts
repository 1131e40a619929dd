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

const unreachable: DemoApp = {
  slug: UNREACHABLE_SLUG,
  title: 'Gone Fishing',
  description:
    'This app has left its server for the river. It shows what Zapdeck does with an app that does not answer.',
  category: 'Other',
  tags: ['Free'],
};

/** Every demo app, the unreachable one last; the description of each lies in its folder. */
export async function readCatalogue(): Promise<DemoApp[]> {
  const entries = await readdir(APPS_FOLDER, { withFileTypes: true });
  const slugs = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  const apps = await Promise.all(
    slugs.sort().map(async (slug) => {
      const about = await readFile(join(APPS_FOLDER, slug, 'about.json'), 'utf8');
      return { slug, ...(JSON.parse(about) as Omit<DemoApp, 'slug'>) };
    }),
  );
  return [...apps, unreachable];
}
