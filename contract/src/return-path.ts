/** Longer than any address of ours. */
const RETURN_PATH_MAX = 2_048;

/**
 * The path to return to after signing in, where it is one of our own pages; null for anything that a browser could
 * take for another site (`//host`, `/\host`, a scheme) or that could break a header.
 */
export function ownReturnPath(path: string | null | undefined): string | null {
  if (typeof path !== 'string' || path.length > RETURN_PATH_MAX) return null;
  if (!/^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(path)) return null;
  const base = 'http://own.invalid';
  if (!URL.canParse(path, base)) return null;
  const { origin, pathname, search, hash } = new URL(path, base);
  // Dots are resolved before the slashes count: /.//host must not become //host.
  if (origin !== base || pathname.startsWith('//') || pathname.startsWith('/api/')) return null;
  return pathname + search + hash;
}
