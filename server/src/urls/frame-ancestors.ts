const DIRECTIVE = 'frame-ancestors';
const HOST_SOURCE =
  /^(?:([a-z][a-z0-9+.-]*):\/\/)?(\*|(?:\*\.)?[a-z0-9_-]+(?:\.[a-z0-9_-]+)*\.?)(?::(\d+|\*))?(?:\/(.*))?$/;
const SCHEME_SOURCE = /^([a-z][a-z0-9+.-]*):$/;
const IPV4 = /^\d+\.\d+\.\d+\.\d+$/;

const portOf = (url: URL) => Number(url.port) || (url.protocol === 'https:' ? 443 : 80);

/** A scheme matches itself; http also matches https. */
function isSchemeAllowed(allowed: string, scheme: string): boolean {
  return allowed === scheme || (allowed === 'http' && scheme === 'https');
}

function isPortAllowed(allowed: string | undefined, embedder: URL): boolean {
  const port = portOf(embedder);
  if (allowed === '*') return true;
  if (allowed === undefined) return embedder.port === '';
  return Number(allowed) === port || (Number(allowed) === 80 && port === 443);
}

function isMatch(source: string, embedder: URL, page: string): boolean {
  const scheme = embedder.protocol.slice(0, -1);
  if (source === '*') return true;
  const schemeSource = SCHEME_SOURCE.exec(source);
  if (schemeSource) return isSchemeAllowed(schemeSource[1] ?? '', scheme);
  const hostSource = HOST_SOURCE.exec(source);
  if (!hostSource) return false;
  const [, allowedScheme = page, host = '', port, path] = hostSource;
  if (!isSchemeAllowed(allowedScheme, scheme) || !isPortAllowed(port, embedder) || path) return false;
  if (host === '*') return true;
  if (IPV4.test(embedder.hostname)) return false;
  return host.startsWith('*.') ? embedder.hostname.endsWith(host.slice(1)) : embedder.hostname === host;
}

/** Only the first directive of a policy counts. */
export function frameAncestorsOf(headers: readonly string[]): string[][] {
  const policies = headers.flatMap((line) => line.split(','));
  return policies.flatMap((policy) => {
    const directives = policy.split(';').map((directive) =>
      directive
        .trim()
        .toLowerCase()
        .split(/[\t\n\f\r ]+/),
    );
    const found = directives.find(([name]) => name === DIRECTIVE);
    return found ? [found.slice(1)] : [];
  });
}

export function allowsEmbedder(sources: readonly string[], embedder: URL, pageScheme: string): boolean {
  return sources.some((source) => isMatch(source, embedder, pageScheme));
}
