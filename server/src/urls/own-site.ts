import { getDomain } from 'tldts';

interface Own {
  /** Our own origin. */
  publicUrl: string;
  /** The origin of the demo apps, which is no part of this site. */
  demoUrl?: string | undefined;
}

function bareHost(hostname: string): string {
  return hostname.replace(/\.$/, '');
}

/** The registrable domain of this site; its host where that has none, as an address or a name without dots. */
export function ownDomainOf({ publicUrl }: Own): string {
  const own = bareHost(new URL(publicUrl).hostname);
  return getDomain(own, { allowPrivateDomains: true }) ?? own;
}

/** Our own host on any port, hosts below it, and any of the same registrable domain: cookies and storage are too near. */
export function isOwnSite(url: URL, rules: Own): boolean {
  if (url.origin === rules.demoUrl) return false;
  const domain = ownDomainOf(rules);
  const host = bareHost(url.hostname);
  return host === domain || host.endsWith(`.${domain}`);
}
