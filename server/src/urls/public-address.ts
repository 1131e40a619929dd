import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Names that are answered inside some network only, or that the root zone promises never to delegate. */
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

/** Azure's metadata and DNS service stands in the middle of public address space. */
const AZURE_WIRE_SERVER = '168.63.129.16';
/** All of global unicast IPv6 that is handed out; whatever embeds an IPv4 address at its end lies outside or has a range of its own. */
const GLOBAL_IPV6: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3];

const HOSTNAME_MAX = 253;
const LABEL = /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/;

/** True for addresses that are reached over the public internet and carry no other address inside. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address) || address.includes('%')) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  if (parsed instanceof ipaddr.IPv6) return parsed.match(GLOBAL_IPV6);
  return parsed.toString() !== AZURE_WIRE_SERVER;
}

/** The address that a URL's hostname is, without brackets; undefined for a name. */
export function literalOf(hostname: string): string | undefined {
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  return isIP(bare) === 0 ? undefined : bare;
}

/** True when a URL's hostname can be public: a public address, or a full name that is not kept for private networks. */
export function isPublicHost(hostname: string): boolean {
  const literal = literalOf(hostname);
  if (literal !== undefined) return isPublicAddress(literal);
  const labels = hostname.split('.');
  if (hostname.length > HOSTNAME_MAX || labels.length < 2) return false;
  if (!labels.every((label) => LABEL.test(label))) return false;
  return !PRIVATE_SUFFIXES.some((suffix) => hostname.endsWith(`.${suffix}`));
}

/** True for the ports that browsers use when a URL names none: 80 for either scheme or 443. */
export function isUsualPort(url: URL): boolean {
  return url.port === '' || url.port === '80' || url.port === '443';
}
