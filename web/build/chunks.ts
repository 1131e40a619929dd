import { join } from 'node:path';
import type { Rolldown } from 'vite';
import { ENTRY } from './manifest.ts';

const WEB = join(import.meta.dirname, '..');
const CONTRACT = join(WEB, '../contract');
const main = join(WEB, ENTRY);

/** Modules that at least this number of chunks import are in one chunk, which screens after the first one find in the cache. */
const SHARED_BY_MANY = 12;

const firstScreens = {
  landing: 'src/features/marketing/landing-screen.tsx',
  login: 'src/features/auth/login-screen.tsx',
  feed: 'src/app/feed-screen.tsx',
};

/** Returns true if the module is of the contract or the validator. A shared chunk would contain schemas that few screens need. */
function isSchema(id: string): boolean {
  return id.startsWith(CONTRACT) || id.includes('/node_modules/zod/');
}

/** Words at which ad blockers take a file for one of theirs, such as `interactions-….js`. The check of names uses them too. */
export const BLOCKED_WORDS =
  'ad ads advertisement analytics beacon consent interaction interactions metrics pixel promo share social stats telemetry tracking visits'.split(
    ' ',
  );

/**
 * Returns the name of a file of the build. A module with a blocked name is in a file without one. The hash is as short as the
 * bundler allows: the entry lists the names of all chunks.
 */
export function fileName(name: string, ending: string): string {
  const [first = ''] = name.split(/[-.]/);
  return `assets/${BLOCKED_WORDS.includes(first) ? 'part' : name}-[hash:7]${ending}`;
}

const isStyle = (id: string) => id.endsWith('.css');

function addImports(ids: readonly string[], context: Rolldown.ChunkingContext, found: Set<string>): void {
  for (const id of ids) {
    if (found.has(id) || isSchema(id)) continue;
    found.add(id);
    addImports(context.getModuleInfo(id)?.importedIds ?? [], context, found);
  }
}

/** Returns, for each screen, the ids of the modules that it imports, directly or not. */
function importsOfScreens(context: Rolldown.ChunkingContext): [string, Set<string>][] {
  return Object.entries(firstScreens).map(([screen, path]) => {
    const found = new Set<string>();
    addImports([join(WEB, path)], context, found);
    return [screen, found];
  });
}

/**
 * Makes few chunks for a first visit, because on a slow connection each request takes longer than its bytes: one for all that
 * the entry imports, and one for each set of first screens that import the same shared modules, such as `login-feed`.
 * Later screens share one more.
 */
export function firstVisitChunks(): Rolldown.CodeSplittingOptions {
  let imports: [string, Set<string>][] | undefined;
  return {
    includeDependenciesRecursively: false,
    groups: [
      // Styles stay with the entries, because the styles of pages that the server renders are an entry too.
      { name: 'start', tags: ['$initial'], test: (id) => id !== main && !isStyle(id) },
      {
        name: (id, context) => {
          imports ??= importsOfScreens(context);
          const screens = imports.filter(([, modules]) => modules.has(id)).map(([screen]) => screen);
          return screens.join('-') || null;
        },
        minShareCount: 2,
      },
      { name: 'shared', test: (id) => !isSchema(id) && !isStyle(id), minShareCount: SHARED_BY_MANY },
    ],
  };
}
