import { isIP } from 'node:net';
import { lookup, Resolver } from 'node:dns/promises';
import { setTimeout as delay } from 'node:timers/promises';
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
/** All assigned global unicast IPv6. Addresses that embed IPv4 are outside or have their own range. */
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

/** Returns an IP address without brackets, or undefined for a name. */
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

const QUERY_MS = 1_000;
const TRIES = 2;

/** Rejects if there is no address, or with NamesAway if no name server answered. */
export type ResolveHost = (hostname: string) => Promise<string[]>;

/** No name server responded. The name may exist. */
export class NamesAway extends Error {
  override name = 'NamesAway';
}

/** The name does not exist or has no address. */
const ANSWERS = new Set(['ENOTFOUND', 'ENODATA']);
const isNameAnswer = ({ code }: NodeJS.ErrnoException): boolean => code !== undefined && ANSWERS.has(code);

/** Queries name servers directly, which ignores the hosts file and search domains of this machine. */
export function publicNames(servers?: readonly string[]): ResolveHost {
  const resolver = new Resolver({ timeout: QUERY_MS, tries: TRIES });
  const prober = new Resolver({ timeout: QUERY_MS, tries: 1 });
  if (servers) for (const each of [resolver, prober]) each.setServers(servers);
  const areAway = (): Promise<boolean> =>
    prober.resolveNs('.').then(
      () => false,
      (error: NodeJS.ErrnoException) => !isNameAnswer(error),
    );
  return async (hostname) => {
    const lookups = Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    // In parallel with a slow lookup, because callers have no time for both in sequence.
    const isSlow = await Promise.race([lookups, delay(QUERY_MS, 'slow', { ref: false })]);
    const away = isSlow === 'slow' ? areAway() : undefined;
    const [four, six] = await lookups;
    if (four.status === 'rejected' && six.status === 'rejected') {
      const isKnown = isNameAnswer(four.reason) || isNameAnswer(six.reason);
      if (!isKnown && (await (away ?? areAway())))
        throw new NamesAway('No name server answers', { cause: four.reason });
      throw four.reason;
    }
    return [four, six].flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  };
}

export const systemNames: ResolveHost = async (hostname) => {
  const answers = await lookup(hostname, { all: true }).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EAI_AGAIN' ? new NamesAway('No name server answers', { cause: error }) : error;
  });
  return answers.map(({ address }) => address);
};
