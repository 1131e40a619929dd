import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import autocannon from 'autocannon';
import { quantile } from './figures.ts';

export interface Call {
  method: 'GET' | 'POST';
  path: string;
  cookie: string;
  headers?: Record<string, string>;
  body?: object;
}

interface Request {
  method: Call['method'];
  headers: Record<string, string>;
  body?: string;
}

function requestOf(url: string, { method, cookie, headers, body }: Call): Request {
  const always = { cookie, origin: url, ...headers };
  if (!body) return { method, headers: always };
  return { method, headers: { ...always, 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

export const callOnce = (url: string, call: Call): Promise<Response> =>
  fetch(`${url}${call.path}`, requestOf(url, call));

/** A load of a closed model: each connection sends its next request after a response. */
export interface Load {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  maxMs: number;
  requests: number;
  /** By status; 0 for no response. */
  statuses: Record<string, number>;
}

interface Driven {
  connections: number;
  next: () => Call;
}

type Extent = ({ seconds: number } | { requests: number }) & {
  /** Requests per second. Default: as many as are answered. */
  rate?: number;
};

const RESPONSE_TIMEOUT_S = 60;

export async function drive(url: string, { connections, next }: Driven, extent: Extent): Promise<Load> {
  const result = await autocannon({
    url,
    connections,
    timeout: RESPONSE_TIMEOUT_S,
    ...(extent.rate === undefined ? {} : { overallRate: extent.rate }),
    ...('seconds' in extent ? { duration: extent.seconds } : { amount: extent.requests }),
    requests: [
      {
        setupRequest: (sent) => {
          const call = next();
          return { ...sent, path: call.path, ...requestOf(url, call) };
        },
      },
    ],
  });
  const statuses = Object.entries(result.statusCodeStats ?? {}).map(
    ([status, { count = 0 }]) => [status, count] as const,
  );
  return {
    perSecond: result.requests.total / result.duration,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    maxMs: result.latency.max,
    requests: result.requests.total,
    statuses: Object.fromEntries(result.errors > 0 ? [...statuses, ['0', result.errors]] : statuses),
  };
}

/** A load of an open model: requests are sent when they are due, without waiting for responses. */
export interface Arrivals {
  /** Milliseconds from the time when a request was due. */
  latencies: number[];
  /** By status; 0 for no response. */
  statuses: Record<string, number>;
  waitingMax: number;
}

const TICK_MS = 1;

interface Answer {
  /** 0 for no response. */
  status: number;
  headers: IncomingHttpHeaders;
}

/** Sends a request and reads the response to its end. Costs less processor time than `fetch`. */
export function send(agent: Agent, url: string, call: Call): Promise<Answer> {
  const { body, headers, method } = requestOf(url, call);
  const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
  const { promise, resolve } = Promise.withResolvers<Answer>();
  const fail = () => resolve({ status: 0, headers: {} });
  request(`${url}${call.path}`, { agent, method, headers: { ...headers, ...length } }, (response) => {
    response.resume().on('error', fail);
    response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers }));
  })
    .on('error', fail)
    .end(body);
  return promise;
}

/** Sends requests at a constant rate to the servers in turn until the work ends. autocannon would send those of a second at its beginning. */
export async function arrive(
  urls: readonly string[],
  next: () => Call,
  { perSecond, until }: { perSecond: number; until: Promise<unknown> },
): Promise<Arrivals> {
  const agent = new Agent({ keepAlive: true });
  const arrivals: Arrivals = { latencies: [], statuses: {}, waitingMax: 0 };
  const startedAt = performance.now();
  let waiting = 0;
  const over = new AbortController();
  const end = () => over.abort();
  void until.then(end, end);
  const sendAt = async (dueAt: number, url: string): Promise<void> => {
    waiting += 1;
    arrivals.waitingMax = Math.max(arrivals.waitingMax, waiting);
    const { status } = await send(agent, url, next());
    waiting -= 1;
    arrivals.latencies.push(performance.now() - dueAt);
    arrivals.statuses[status] = (arrivals.statuses[status] ?? 0) + 1;
  };
  const all: Promise<void>[] = [];
  while (!over.signal.aborted) {
    const due = 1 + Math.floor(((performance.now() - startedAt) * perSecond) / 1_000);
    while (all.length < due)
      all.push(sendAt(startedAt + (all.length * 1_000) / perSecond, urls[all.length % urls.length] ?? ''));
    await delay(TICK_MS);
  }
  await Promise.all([until, ...all]);
  agent.destroy();
  return arrivals;
}

export function describeArrivals({ latencies, statuses, waitingMax }: Arrivals): string {
  const [p50, p99, max] = [0.5, 0.99, 1].map((part) => quantile(latencies, part).toFixed(1));
  return `${latencies.length} answers ${JSON.stringify(statuses)}, p50 ${p50} ms, p99 ${p99} ms, longest ${max} ms, ${waitingMax} at once at most`;
}
