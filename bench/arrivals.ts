import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Call } from './scenarios.ts';

const TICK_MS = 1;

export interface Arrivals {
  latencies: number[];
  /** By status; 0 for no response. */
  statuses: Record<string, number>;
  waitingMax: number;
}

function ask(agent: Agent, url: string, { method, path, cookie, headers, body }: Call): Promise<number> {
  const json = body && JSON.stringify(body);
  const { hostname, port } = new URL(url);
  const bodyHeaders = json && {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(json),
  };
  return new Promise((resolve) => {
    const sent = request(
      { agent, hostname, port, method, path, headers: { cookie, origin: url, ...headers, ...bodyHeaders } },
      (response) => {
        response.resume().on('error', () => resolve(0));
        response.on('end', () => resolve(response.statusCode ?? 0));
      },
    );
    sent.on('error', () => resolve(0)).end(json);
  });
}

/**
 * Sends requests at a constant rate to the servers in turn, without waiting for responses (open model). autocannon
 * sends the requests of a second at its beginning.
 */
export async function arrive(
  urls: readonly string[],
  next: () => Call,
  { perSecond, seconds }: { perSecond: number; seconds: number },
): Promise<Arrivals> {
  const agent = new Agent({ keepAlive: true });
  const arrivals: Arrivals = { latencies: [], statuses: {}, waitingMax: 0 };
  const total = perSecond * seconds;
  const startedAt = performance.now();
  let waiting = 0;
  const sendAt = async (dueAt: number, url: string): Promise<void> => {
    waiting += 1;
    arrivals.waitingMax = Math.max(arrivals.waitingMax, waiting);
    const status = await ask(agent, url, next());
    waiting -= 1;
    arrivals.latencies.push(performance.now() - dueAt);
    arrivals.statuses[status] = (arrivals.statuses[status] ?? 0) + 1;
  };
  const all: Promise<void>[] = [];
  while (all.length < total) {
    const due = Math.min(total, Math.floor(((performance.now() - startedAt) * perSecond) / 1_000));
    while (all.length < due) {
      const dueAt = startedAt + (all.length * 1_000) / perSecond;
      all.push(sendAt(dueAt, urls[all.length % urls.length] ?? ''));
    }
    await delay(TICK_MS);
  }
  await Promise.all(all);
  agent.destroy();
  return arrivals;
}
