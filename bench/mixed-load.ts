import { setTimeout as delay } from 'node:timers/promises';
import { sequence } from '@zapdeck/server/testing/random';
import { openCatalogue } from './catalogue.ts';
import { readOptions, say } from './command-line.ts';
import { quantile } from './figures.ts';
import { type Arrivals, arrive, type Call, describeArrivals } from './load.ts';
import { describeMachine, readMachine, readMemory } from './machine.ts';
import { scenariosOf } from './scenarios.ts';

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

say(describeMachine(readMachine()));
const world = await openCatalogue(size, options.keep);
const nodes = await Promise.all(Array.from({ length: options.nodes }, () => world.startServer()));
try {
  const urls = nodes.map(({ url }) => url);
  const random = sequence(1);
  const scenarios = await scenariosOf(world, urls[0] ?? '', random);
  const weighted = scenarios.flatMap(({ name, next }) => Array.from({ length: mix[name] ?? 0 }, () => next));
  const next = () => (weighted[Math.floor(random() * weighted.length)] as () => Call)();
  const arriveFor = (duration: number, rate: number) =>
    arrive(urls, next, { perSecond: rate, until: delay(duration * 1_000) });
  say(`lead-in: ${describeArrivals(await arriveFor(PIECE_S, perSecond / 2))}`);
  const all: Arrivals = { latencies: [], statuses: {}, waitingMax: 0 };
  for (let second = 0; second < seconds; second += PIECE_S) {
    const piece = await arriveFor(Math.min(PIECE_S, seconds - second), perSecond);
    say(`${second} s: ${describeArrivals(piece)}`);
    for (const latency of piece.latencies) all.latencies.push(latency);
    for (const [status, count] of Object.entries(piece.statuses))
      all.statuses[status] = (all.statuses[status] ?? 0) + count;
    all.waitingMax = Math.max(all.waitingMax, piece.waitingMax);
  }
  const memory = await Promise.all(nodes.map(({ pid }) => readMemory(pid)));
  say(`${perSecond} a second for ${seconds} s to ${urls.length} nodes: ${describeArrivals(all)}`);
  say(
    `nodes of ${memory.map(({ rssMb }) => rssMb.toFixed(0)).join(', ')} MB; ${describeMachine(readMachine())}`,
  );
  const hasFailed = Object.keys(all.statuses).some((status) => status === '0' || Number(status) >= 500);
  if (hasFailed || quantile(all.latencies, 0.99) > P99_MAX_MS) process.exitCode = 1;
} finally {
  await Promise.all(nodes.map((node) => node.end()));
  await world.close();
}
