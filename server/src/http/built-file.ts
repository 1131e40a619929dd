import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

type Manifest = Record<string, { file: string } | undefined>;

/**
 * The address of what the build made of a source file of the web app, by its path there. Without a build that of the
 * source itself, which the server of `npm run dev` in front of this one knows.
 */
export async function builtFile(webFolder: string | undefined, source: string): Promise<string> {
  const read = webFolder === undefined ? undefined : readFile(join(webFolder, '.vite/manifest.json'), 'utf8');
  const text = await read?.catch(() => undefined);
  const entry = text === undefined ? undefined : (JSON.parse(text) as Manifest)[source];
  return `/${entry?.file ?? source}`;
}

/** The addresses of the scripts and styles that the feed begins with; none without a build. */
export async function filesOfFeed(webFolder: string | undefined): Promise<string[]> {
  const read = webFolder === undefined ? undefined : readFile(join(webFolder, '.pages/feed.html'), 'utf8');
  const page = (await read?.catch(() => undefined)) ?? '';
  return [...page.matchAll(/(?:href|src)="(\/assets\/[\w.-]+\.(?:js|css))"/g)].map(
    ([, address]) => address ?? '',
  );
}
