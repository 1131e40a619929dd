/** A host without a scheme, such as `example.org`: at least one dot, and letters at the end. */
const BARE_HOST = /^(?:[\p{L}\d-]+\.)+\p{L}{2,}(?::\d+)?(?:[/?#]|$)/u;

/** Returns the trimmed address. Adds https:// to a bare host. */
export function completeAddress(typed: string): string {
  const address = typed.trim();
  return BARE_HOST.test(address) ? `https://${address}` : address;
}

/** Returns the address for a preview, or undefined until the text is a complete address. */
export function addressToLookAt(typed: string): string | undefined {
  const address = completeAddress(typed);
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined;
  // A single word is a host only if it has a port, as on a developer's machine.
  const isHost = /.\../.test(url.hostname) || url.port !== '' || url.hostname.startsWith('[');
  return isHost ? url.href : undefined;
}
