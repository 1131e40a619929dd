import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

type Manifest = Record<string, { file: string } | undefined>;

/** Returns the address of the source without a build: the development server knows it. */
export async function builtFile(webFolder: string | undefined, source: string): Promise<string> {
  const read = webFolder === undefined ? undefined : readFile(join(webFolder, '.vite/manifest.json'), 'utf8');
  const text = await read?.catch(() => undefined);
  const entry = text === undefined ? undefined : (JSON.parse(text) as Manifest)[source];
  return `/${entry?.file ?? source}`;
}

/** Returns an SVG element with a symbol for each category, whose id is the slug of the category; empty without a build. */
export async function categoryIcons(webFolder: string | undefined): Promise<string> {
  const read =
    webFolder === undefined ? undefined : readFile(join(webFolder, '.pages/category-icons.svg'), 'utf8');
  return (await read?.catch(() => undefined)) ?? '';
}

/** Returns the files that the feed's page loads. Empty without a build. */
export async function filesOfFeed(webFolder: string | undefined): Promise<string[]> {
  const read = webFolder === undefined ? undefined : readFile(join(webFolder, '.pages/feed.html'), 'utf8');
  const page = (await read?.catch(() => undefined)) ?? '';
  return [...page.matchAll(/(?:href|src)="(\/assets\/[\w.-]+\.(?:js|css))"/g)].map(
    ([, address]) => address ?? '',
  );
}
