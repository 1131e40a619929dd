import { lookup, Resolver } from 'node:dns/promises';
import { setTimeout as delay } from 'node:timers/promises';

const QUERY_MS = 1_000;
const TRIES = 2;

/** Rejects if there is no address, and with NamesAway if no name server answered. */
export type ResolveHost = (hostname: string) => Promise<string[]>;

/** No name server responded. The name may exist. */
export class NamesAway extends Error {
  override name = 'NamesAway';
}

/** Codes that mean: the name does not exist or has no address. */
const ANSWERS = new Set(['ENOTFOUND', 'ENODATA']);
const isAnswer = ({ code }: NodeJS.ErrnoException): boolean => code !== undefined && ANSWERS.has(code);

/** Queries name servers directly, which ignores the hosts file and search domains of this machine. */
export function publicNames(servers?: readonly string[]): ResolveHost {
  const resolver = new Resolver({ timeout: QUERY_MS, tries: TRIES });
  const prober = new Resolver({ timeout: QUERY_MS, tries: 1 });
  if (servers) for (const each of [resolver, prober]) each.setServers(servers);
  const areAway = (): Promise<boolean> =>
    prober.resolveNs('.').then(
      () => false,
      (error: NodeJS.ErrnoException) => !isAnswer(error),
    );
  return async (hostname) => {
    const lookups = Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    // In parallel with a slow lookup, because callers have no time for both in sequence.
    const isSlow = await Promise.race([lookups, delay(QUERY_MS, 'slow', { ref: false })]);
    const away = isSlow === 'slow' ? areAway() : undefined;
    const [four, six] = await lookups;
    if (four.status === 'rejected' && six.status === 'rejected') {
      const isKnown = isAnswer(four.reason) || isAnswer(six.reason);
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
