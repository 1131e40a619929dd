import { join } from 'node:path';
import type { Rolldown } from 'vite';
import { ENTRY } from './manifest.ts';

const WEB = join(import.meta.dirname, '..');
const CONTRACT = join(WEB, '../contract');
const main = join(WEB, ENTRY);

const firstScreens = {
  landing: 'src/features/marketing/landing-screen.tsx',
  login: 'src/features/auth/login-screen.tsx',
  feed: 'src/app/feed-screen.tsx',
};

/** Modules of the contract that the first screens need and that use no schema, so that these screens load no validator. */
const plainContract =
  /\/contract\/src\/(wire\/route|feed\/votes|feed\/feed|feed\/interactions|pictures\/(?:cover-\w+|picture-paths))\.ts$/;

/** Returns true for the validator and the modules of the contract with schemas. */
function isSchema(id: string): boolean {
  return (id.startsWith(CONTRACT) && !plainContract.test(id)) || id.includes('/node_modules/zod/');
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

/** Styles stay with the entries, because the styles of pages that the server renders are an entry too. */
const isScript = (id: string) => !id.endsWith('.css');

/** A large package that few screens need. */
const rarePackage = /\/node_modules\/@simplewebauthn\//;

/** Modules that import the screens of everybody, and those of admins, when they are opened. */
const SCREENS = 'src/app/screens.tsx';
const ADMIN = 'src/features/admin/admin-screens.ts';

/**
 * Makes few chunks, because on a slow connection each request takes longer than its bytes: one for the entry and what the
 * landing page shares with other screens, one for each of the first screens, and one each for members, admins and both.
 */
export function chunksByScreen(): Rolldown.CodeSplittingOptions {
  const found = new Map<string, Set<string>>();
  /** Returns the ids of the modules that a module imports, directly or not; with `isLazyToo` also those it imports later. */
  const importsOf = (path: string, context: Rolldown.ChunkingContext, isLazyToo = false) => {
    const root = join(WEB, path);
    const known = found.get(root);
    if (known) return known;
    if (!context.getModuleInfo(root)) throw new Error(`The build has no module ${path}`);
    const ids = new Set([root]);
    for (const id of ids) {
      const { importedIds = [], dynamicallyImportedIds = [] } = context.getModuleInfo(id) ?? {};
      for (const imported of isLazyToo ? [...importedIds, ...dynamicallyImportedIds] : importedIds)
        if (imported !== join(WEB, ADMIN)) ids.add(imported);
    }
    found.set(root, ids);
    return ids;
  };
  /** Returns the first screens that import a module before they are shown. */
  const firstOf = (id: string, context: Rolldown.ChunkingContext) =>
    Object.entries(firstScreens).flatMap(([screen, path]) =>
      importsOf(path, context).has(id) ? [screen] : [],
    );
  /** Returns the area of a module: `account`, `admin` or `shared`. */
  const areaOf = (id: string, context: Rolldown.ChunkingContext) => {
    if (!importsOf(ADMIN, context, true).has(id)) return 'account';
    return importsOf(SCREENS, context, true).has(id) ? 'shared' : 'admin';
  };
  return {
    includeDependenciesRecursively: false,
    groups: [
      {
        name: (id, context) => {
          const isOfEntry = id !== main && importsOf(ENTRY, context).has(id);
          const screens = isSchema(id) ? [] : firstOf(id, context);
          return isOfEntry || (screens.includes('landing') && screens.length > 1) ? 'start' : null;
        },
        test: isScript,
      },
      {
        name: (id, context) => {
          if (rarePackage.test(id)) return null;
          const screens = firstOf(id, context);
          if (!isSchema(id)) return screens.join('-') || areaOf(id, context);
          return id.includes('/zod/') || screens.includes('login') ? 'schemas' : areaOf(id, context);
        },
        test: isScript,
        minShareCount: 2,
      },
    ],
  };
}
