import { sequence } from '@zapdeck/server/testing/random';
import { type Arrivals, arrive } from './arrivals.ts';
import { openCatalogue } from './catalogue.ts';
import { readOptions, say } from './command-line.ts';
import { quantile } from './figures.ts';
import { scenariosOf } from './load.ts';
import { describeMachine, readMachine } from './machine.ts';
import { readMemory } from './process-memory.ts';
import type { Call } from './scenarios.ts';

const options = readOptions({ rate: 1_000, seconds: 600, nodes: 3, apps: 100_000 });
const { rate: perSecond, seconds, apps } = options;
/** Proportions of docs/scale.md. */
const size = { apps, users: apps / 5, seen: apps * 30 };
/** Requests of a user in ten minutes according to docs/scale.md, plus a sign-in by one in twenty. */
const mix: Readonly<Record<string, number>> = {
  'feed, light': 10,
  'feed, ordinary': 20,
  'feed, heavy': 5,
  'feed, guest': 5,
  'poll, 304': 400,
  interaction: 1_600,
  'vote, spread': 120,
  login: 1,
};
const P99_MAX_MS = 100;
/** Reported per interval, to tell a short problem from a long one. */
const PIECE_S = 10;

function describe({ latencies, statuses, waitingMax }: Arrivals): string {
  const [p50, p99, max] = [0.5, 0.99, 1].map((part) => quantile(latencies, part).toFixed(1));
  return `${latencies.length} answers ${JSON.stringify(statuses)}, p50 ${p50} ms, p99 ${p99} ms, longest ${max} ms, ${waitingMax} at once at most`;
}

say(describeMachine(readMachine()));
const world = await openCatalogue(size, options.keep);
const nodes = await Promise.all(Array.from({ length: options.nodes }, () => world.startServer()));
try {
  const urls = nodes.map(({ url }) => url);
  const random = sequence(1);
  const scenarios = await scenariosOf(world, urls[0] ?? '', random);
  const weighted = scenarios.flatMap(({ name, next }) => Array.from({ length: mix[name] ?? 0 }, () => next));
  const next = () => (weighted[Math.floor(random() * weighted.length)] as () => Call)();
  say(`lead-in: ${describe(await arrive(urls, next, { perSecond: perSecond / 2, seconds: PIECE_S }))}`);
  const all: Arrivals = { latencies: [], statuses: {}, waitingMax: 0 };
  for (let second = 0; second < seconds; second += PIECE_S) {
    const piece = await arrive(urls, next, { perSecond, seconds: Math.min(PIECE_S, seconds - second) });
    say(`${second} s: ${describe(piece)}`);
    for (const latency of piece.latencies) all.latencies.push(latency);
    for (const [status, count] of Object.entries(piece.statuses))
      all.statuses[status] = (all.statuses[status] ?? 0) + count;
    all.waitingMax = Math.max(all.waitingMax, piece.waitingMax);
  }
  const memory = await Promise.all(nodes.map(({ pid }) => readMemory(pid)));
  say(`${perSecond} a second for ${seconds} s to ${urls.length} nodes: ${describe(all)}`);
  say(
    `nodes of ${memory.map(({ rssMb }) => rssMb.toFixed(0)).join(', ')} MB; ${describeMachine(readMachine())}`,
  );
  const hasFailed = Object.keys(all.statuses).some((status) => status === '0' || Number(status) >= 500);
  if (hasFailed || quantile(all.latencies, 0.99) > P99_MAX_MS) process.exitCode = 1;
} finally {
  await Promise.all(nodes.map((node) => node.end()));
  await world.close();
}
