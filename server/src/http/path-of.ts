/** `scheme://host` before the path, as a client writes it that takes us for its proxy. */
const ORIGIN = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i;

/**
 * The path that is asked for as the router reads it: without origin and query, and whatever is spelled with percent
 * signs as what it stands for. One that cannot be read stays as it is.
 */
export function pathOf(url: string): string {
  const [path = ''] = url.replace(ORIGIN, '').split(/[?#]/, 1);
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

/** Whether the address is one of a call, or of none where a call would be. */
export function isApiPath(url: string): boolean {
  return /^\/api(?:\/|$)/.test(pathOf(url));
}
