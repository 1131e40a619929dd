/** A host as people type it without its scheme: at least one dot, and an ending of letters. */
const BARE_HOST = /^(?:[\p{L}\d-]+\.)+\p{L}{2,}(?::\d+)?(?:[/?#]|$)/u;

/** The address with the scheme that people leave out; anything else stays as it was typed, without outer space. */
export function completeAddress(typed: string): string {
  const address = typed.trim();
  return BARE_HOST.test(address) ? `https://${address}` : address;
}

/** The address to look at, once enough is typed for it to lead somewhere; undefined before that. */
export function addressToLookAt(typed: string): string | undefined {
  const address = completeAddress(typed);
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined;
  // A single word is a host only with a port, as on a developer's machine.
  const isHost = /.\../.test(url.hostname) || url.port !== '' || url.hostname.startsWith('[');
  return isHost ? url.href : undefined;
}
