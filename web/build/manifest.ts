import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DEFAULT_LANGUAGE, type Language } from '@zapdeck/contract/wire/languages';
import type { ScreenName } from '@zapdeck/contract/instance/screens';
import { screenAreas } from '../src/messages/areas.ts';

/** The module that every page loads. */
export const ENTRY = 'src/app/main.tsx';

const PAGE_FONT = /-latin-wght-.*\.woff2$/;

interface Chunk {
  file: string;
  imports?: string[];
  css?: string[];
  assets?: string[];
}

/** Chunks of the build by source file, relative to `web/`. */
export type Manifest = Record<string, Chunk>;

/** Reads the manifest of the build. */
export async function readManifest(dist: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(dist, '.vite/manifest.json'), 'utf8')) as Manifest;
}

/** Returns the keys of a chunk and of all its imports, without those in `seen`. */
export function withImports(manifest: Manifest, key: string, seen = new Set<string>()): Set<string> {
  const chunk = manifest[key];
  if (!chunk || seen.has(key)) return seen;
  seen.add(key);
  for (const imported of chunk.imports ?? []) withImports(manifest, imported, seen);
  return seen;
}

/** Returns the manifest keys of the messages that every page in the language shows. English is in the entry. */
export function languageModules(language: Language): string[] {
  return language === DEFAULT_LANGUAGE ? [] : [`../messages/${language}.po?language`];
}

/**
 * Returns the manifest keys of a screen's module and of its messages in a language. Throws unless there is exactly one
 * module.
 */
export function screenModules(
  manifest: Manifest,
  name: ScreenName,
  language: Language = DEFAULT_LANGUAGE,
): string[] {
  const [key, another] = Object.keys(manifest).filter((source) => source.endsWith(`/${name}-screen.tsx`));
  if (key === undefined || another !== undefined)
    throw new Error(`Not one module ${name}-screen.tsx in the build`);
  return [key, `../messages/${language}.po?area=${screenAreas[name]}`, ...languageModules(language)];
}

export interface Files {
  scripts: string[];
  styles: string[];
}

export interface EntryFiles extends Files {
  entry: string;
  /** Fonts that pages preload. */
  fonts: string[];
}

/** Returns the files that every page loads. `scripts` are the imports of the entry. */
export function entryFiles(manifest: Manifest): EntryFiles {
  const chunk = manifest[ENTRY];
  if (!chunk) throw new Error('The build has no entry');
  const chunks = [...withImports(manifest, ENTRY)].flatMap((key) => manifest[key] ?? []);
  const unique = (names: string[]) => [...new Set(names)];
  return {
    entry: chunk.file,
    scripts: chunks.map(({ file }) => file).filter((file) => file !== chunk.file),
    styles: unique(chunks.flatMap(({ css = [] }) => css)),
    fonts: unique(chunks.flatMap(({ assets = [] }) => assets.filter((name) => PAGE_FONT.test(name)))),
  };
}

/** Returns the files of the modules, without those that every page loads. Throws if a module has no chunk. */
export function chunkFiles(manifest: Manifest, sources: readonly string[]): Files {
  const common = withImports(manifest, ENTRY);
  const keys = new Set<string>();
  for (const source of sources) {
    if (!manifest[source])
      throw new Error(`${source} is no chunk of its own: is its screen still loaded lazily?`);
    withImports(manifest, source, keys);
  }
  const chunks = [...keys].flatMap((key) => (common.has(key) ? [] : (manifest[key] ?? [])));
  return {
    scripts: chunks.map(({ file }) => file),
    styles: [...new Set(chunks.flatMap(({ css = [] }) => css))],
  };
}
