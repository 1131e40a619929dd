import { lookup, Resolver } from 'node:dns/promises';

const QUERY_MS = 1_000;
const TRIES = 2;

/** Finds every address of a host name; rejects when there is none. */
export type ResolveHost = (hostname: string) => Promise<string[]>;

/**
 * Asks the name servers themselves, for IPv4 and IPv6, and passes every answer on: the hosts file and the search domains
 * of this machine know names that the public does not. Without `servers`, those the system is set up with.
 */
export function publicNames(servers?: readonly string[]): ResolveHost {
  const resolver = new Resolver({ timeout: QUERY_MS, tries: TRIES });
  if (servers) resolver.setServers(servers);
  return async (hostname) => {
    const [four, six] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    if (four.status === 'rejected' && six.status === 'rejected') throw four.reason;
    return [four, six].flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  };
}

/** Asks as any program on this machine would, so that names of an intranet are found. */
export const systemNames: ResolveHost = async (hostname) => {
  const answers = await lookup(hostname, { all: true });
  return answers.map(({ address }) => address);
};
