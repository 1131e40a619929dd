import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Names for private networks, or that the root zone never delegates. */
const PRIVATE_SUFFIXES = [
  'local',
  'internal',
  'localhost',
  'localdomain',
  'home.arpa',
  'onion',
  'lan',
  'intranet',
  'corp',
  'home',
  'private',
  'test',
  'invalid',
];

/** Metadata and DNS service of Azure, within public address space. */
const AZURE_WIRE_SERVER = '168.63.129.16';
/** All assigned global unicast IPv6. Addresses that embed IPv4 lie outside or have a range of their own. */
const GLOBAL_IPV6: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3];

const HOSTNAME_MAX = 253;
const LABEL = /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/;

export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address) || address.includes('%')) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  if (parsed instanceof ipaddr.IPv6) return parsed.match(GLOBAL_IPV6);
  return parsed.toString() !== AZURE_WIRE_SERVER;
}

/** Takes off brackets. Undefined for a name. */
export function literalOf(hostname: string): string | undefined {
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  return isIP(bare) === 0 ? undefined : bare;
}

export function isPublicHost(hostname: string): boolean {
  const literal = literalOf(hostname);
  if (literal !== undefined) return isPublicAddress(literal);
  const labels = hostname.split('.');
  if (hostname.length > HOSTNAME_MAX || labels.length < 2) return false;
  if (!labels.every((label) => LABEL.test(label))) return false;
  return !PRIVATE_SUFFIXES.some((suffix) => hostname.endsWith(`.${suffix}`));
}

export function isUsualPort(url: URL): boolean {
  return url.port === '' || url.port === '80' || url.port === '443';
}
