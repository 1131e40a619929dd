import { pathsOf, screenNames, screens } from './screens.ts';

/** Longer than any address of ours. */
const RETURN_PATH_MAX = 2_048;

/** Where somebody can want to come back to: every screen but the login itself. */
const ownPaths = new Set(
  screenNames.filter((name) => name !== 'login').flatMap((name) => pathsOf(screens[name])),
);

/**
 * The path to return to after signing in, where it is that of a screen of our own, in its one spelling; null for anything
 * else: what a browser could take for another site (`//host`, `/\\host`, a scheme), what could break a header, and calls,
 * however they are written.
 */
export function ownReturnPath(path: string | null | undefined): string | null {
  if (typeof path !== 'string' || path.length > RETURN_PATH_MAX) return null;
  if (!/^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(path)) return null;
  const base = 'http://own.invalid';
  if (!URL.canParse(path, base)) return null;
  const { origin, pathname, search, hash } = new URL(path, base);
  // Only now are dots resolved: /.//host must not become //host, nor /home/../api/logout a call.
  if (origin !== base || !ownPaths.has(pathname.replace(/(?<=.)\/$/, ''))) return null;
  return pathname + search + hash;
}
