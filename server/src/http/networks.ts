import { isIPv4, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

export interface Network {
  name: string;
  /** Prefix length for IPv6; null for an IPv4 address. */
  bits: number | null;
  /** Multiplies the calls that a single address may make. */
  share: number;
}

/** A /48 of a mobile carrier has thousands of people, so it may make more calls than one of them can use up. */
const ipv6Networks = [
  { bits: 64, share: 1 },
  { bits: 56, share: 2 },
  { bits: 48, share: 8 },
] as const;

/** Removes additions of proxies to an address: brackets, a port, the name of an interface. */
function bareAddress(address: string): string {
  const [, bracketed] = /^\[(.*)\](?::\d+)?$/.exec(address) ?? [];
  const [, withPort] = /^([\d.]+):\d+$/.exec(address) ?? [];
  return (bracketed ?? withPort ?? address).replace(/%.*$/, '');
}

/** Name of all invalid addresses together. Otherwise, each invented address would have an allowance. */
const NO_ADDRESS = 'unknown';

function prefixOf(parts: readonly number[], bits: number): string {
  const kept = parts.slice(0, Math.ceil(bits / 16));
  const words = kept.map((part, index) => ((index + 1) * 16 > bits ? part & 0xff00 : part).toString(16));
  return `${words.join(':')}::/${bits}`;
}

/** Returns the smallest network first. The address is undefined after the connection has closed. */
export function networksOf(address: string | undefined): readonly [Network, ...Network[]] {
  const plain = bareAddress(address ?? '');
  if (isIPv4(plain)) return [{ name: plain, bits: null, share: 1 }];
  if (!isIPv6(plain)) return [{ name: NO_ADDRESS, bits: null, share: 1 }];
  const parsed = ipaddr.IPv6.parse(plain);
  if (parsed.isIPv4MappedAddress())
    return [{ name: parsed.toIPv4Address().toString(), bits: null, share: 1 }];
  const [smallest, ...wider] = ipv6Networks;
  const named = ({ bits, share }: (typeof ipv6Networks)[number]): Network => ({
    name: prefixOf(parsed.parts, bits),
    bits,
    share,
  });
  return [named(smallest), ...wider.map(named)];
}

/** One provider hands at most a /24 or a /48 to one customer. */
export function wideNetworkOf(address: string | undefined): string {
  const networks = networksOf(address);
  const widest = networks.at(-1) ?? networks[0];
  if (widest.bits !== null || widest.name === NO_ADDRESS) return widest.name;
  return `${ipaddr.IPv4.networkAddressFromCIDR(`${widest.name}/24`).toString()}/24`;
}
