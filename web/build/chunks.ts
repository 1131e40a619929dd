import { join } from 'node:path';
import type { Rolldown } from 'vite';

const SOURCES = join(import.meta.dirname, '../src');
const CONTRACT = join(import.meta.dirname, '../../contract');

/** Screens of a first visit, with the modules that load them. */
const firstScreens = {
  landing: ['features/marketing/landing-screen.tsx'],
  login: ['features/auth/login-screen.tsx'],
  feed: ['app/feed-screen.tsx', 'app/with-queries.tsx'],
};

function addImports(ids: readonly string[], context: Rolldown.ChunkingContext, found: Set<string>): void {
  for (const id of ids) {
    // A shared chunk with modules of the contract would contain schemas that its other screens do not need.
    if (found.has(id) || id.startsWith(CONTRACT)) continue;
    found.add(id);
    addImports(context.getModuleInfo(id)?.importedIds ?? [], context, found);
  }
}

/** Returns, for each screen, the ids of the modules that it imports, directly or not. */
function importsOfScreens(context: Rolldown.ChunkingContext): [string, Set<string>][] {
  return Object.entries(firstScreens).map(([screen, paths]) => {
    const found = new Set<string>();
    addImports(
      paths.map((path) => join(SOURCES, path)),
      context,
      found,
    );
    return [screen, found];
  });
}

/**
 * Makes few chunks for a first visit, because on a slow connection each request takes longer than its bytes: one for all that
 * the entry imports, and one for each set of first screens that import the same shared modules, such as `login-feed`.
 */
export function firstVisitChunks(): Rolldown.CodeSplittingOptions {
  let imports: [string, Set<string>][] | undefined;
  return {
    includeDependenciesRecursively: false,
    groups: [
      // The styles of pages that the server renders are an entry too.
      { name: 'start', tags: ['$initial'], test: (id) => !id.endsWith('.css') },
      {
        name: (id, context) => {
          imports ??= importsOfScreens(context);
          const screens = imports.filter(([, modules]) => modules.has(id)).map(([screen]) => screen);
          return screens.join('-') || null;
        },
        minShareCount: 2,
      },
    ],
  };
}
