const LENGTH_MAX = 2_048;

function hasControlCharacter(text: string): boolean {
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if (code < 0x20 || code === 0x7f) return true;
  }
  return false;
}

/** The path if it leads to a screen of our own that can be returned to after a login; undefined for anything else. */
export function ownPath(candidate: string | null | undefined): string | undefined {
  if (!candidate || candidate.length > LENGTH_MAX) return undefined;
  if (!candidate.startsWith('/') || candidate.includes('\\') || hasControlCharacter(candidate))
    return undefined;
  const base = 'https://own.invalid';
  if (!URL.canParse(candidate, base)) return undefined;
  const url = new URL(candidate, base);
  if (url.origin !== base || url.pathname.startsWith('//')) return undefined;
  if (url.pathname === '/login' || url.pathname.startsWith('/api')) return undefined;
  return `${url.pathname}${url.search}${url.hash}`;
}

/** Reads where a person wanted to go from the query of the login or landing address. */
export function returnToOf(search: string): string | undefined {
  return ownPath(new URLSearchParams(search).get('returnTo'));
}

/** The address of the login, or of a screen on the way to it, that leads on to the path afterwards. */
export function loginAddress(returnTo: string | undefined, screen = '/login'): string {
  return returnTo === undefined ? screen : `${screen}?returnTo=${encodeURIComponent(returnTo)}`;
}
