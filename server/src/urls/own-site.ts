import { getDomain } from 'tldts';

interface Own {
  publicUrl: string;
  demoUrl?: string | undefined;
}

function bareHost(hostname: string): string {
  return hostname.replace(/\.$/, '');
}

/** Returns the registrable domain, or the host if it has none. */
export function ownDomainOf({ publicUrl }: Own): string {
  const own = bareHost(new URL(publicUrl).hostname);
  return getDomain(own, { allowPrivateDomains: true }) ?? own;
}

/** Returns true for our host and our registrable domain: such pages could share cookies with us. */
export function isOwnSite(url: URL, rules: Own): boolean {
  if (url.origin === rules.demoUrl) return false;
  const domain = ownDomainOf(rules);
  const host = bareHost(url.hostname);
  return host === domain || host.endsWith(`.${domain}`);
}
