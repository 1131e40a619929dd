import { isIPv4, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

export interface Network {
  name: string;
  /** Length of the IPv6 prefix. Null for an IPv4 address. */
  prefixLength: number | null;
  /** Factor on the limit of a single address. */
  limitFactor: number;
}

/**
 * A /48 of a mobile carrier has thousands of users. Wider networks therefore have a higher limit, which one user cannot
 * exhaust.
 */
const ipv6Networks = [
  { prefixLength: 64, limitFactor: 1 },
  { prefixLength: 56, limitFactor: 2 },
  { prefixLength: 48, limitFactor: 8 },
] as const;

/** Removes what proxies add to an address: brackets, a port, the name of an interface. */
function bareAddress(address: string): string {
  const [, bracketed] = /^\[(.*)\](?::\d+)?$/.exec(address) ?? [];
  const [, withPort] = /^([\d.]+):\d+$/.exec(address) ?? [];
  return (bracketed ?? withPort ?? address).replace(/%.*$/, '');
}

/** All invalid addresses share this name, and so one limit. Otherwise each invented address would have its own. */
const NO_ADDRESS = 'unknown';

function prefixOf(parts: readonly number[], prefixLength: number): string {
  const kept = parts.slice(0, Math.ceil(prefixLength / 16));
  const words = kept.map((part, index) =>
    ((index + 1) * 16 > prefixLength ? part & 0xff00 : part).toString(16),
  );
  return `${words.join(':')}::/${prefixLength}`;
}

/** Returns the networks of an address, the smallest first. Sockets that have closed have no address. */
export function networksOf(address: string | undefined): readonly [Network, ...Network[]] {
  const plain = bareAddress(address ?? '');
  if (isIPv4(plain)) return [{ name: plain, prefixLength: null, limitFactor: 1 }];
  if (!isIPv6(plain)) return [{ name: NO_ADDRESS, prefixLength: null, limitFactor: 1 }];
  const parsed = ipaddr.IPv6.parse(plain);
  if (parsed.isIPv4MappedAddress())
    return [{ name: parsed.toIPv4Address().toString(), prefixLength: null, limitFactor: 1 }];
  const [smallest, ...wider] = ipv6Networks;
  const named = ({ prefixLength, limitFactor }: (typeof ipv6Networks)[number]): Network => ({
    name: prefixOf(parsed.parts, prefixLength),
    prefixLength,
    limitFactor,
  });
  return [named(smallest), ...wider.map(named)];
}

/** Returns the /24 or /48 of the address. Providers assign no larger network to one customer. */
export function wideNetworkOf(address: string | undefined): string {
  const networks = networksOf(address);
  const widest = networks.at(-1) ?? networks[0];
  if (widest.prefixLength !== null || widest.name === NO_ADDRESS) return widest.name;
  return `${ipaddr.IPv4.networkAddressFromCIDR(`${widest.name}/24`).toString()}/24`;
}
