import { pathsOf, screenNames, screens } from '../instance/screens.ts';

const RETURN_PATH_MAX = 2_048;

const ownPaths = new Set(
  screenNames.filter((name) => name !== 'login').flatMap((name) => pathsOf(screens[name])),
);

/** Returns the normalised path of a screen, or null. Prevents open redirects and header injection. */
export function ownReturnPath(path: string | null | undefined): string | null {
  if (typeof path !== 'string' || path.length > RETURN_PATH_MAX) return null;
  if (!/^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(path)) return null;
  const base = 'http://own.invalid';
  if (!URL.canParse(path, base)) return null;
  const { origin, pathname, search, hash } = new URL(path, base);
  // Checked after the URL parser has resolved dots: `/.//host` must not become `//host`.
  if (origin !== base || !ownPaths.has(pathname.replace(/(?<=.)\/$/, ''))) return null;
  return pathname + search + hash;
}
