import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import type { Call, Scenario } from './scenarios.ts';

const BARE_SERVER = fileURLToPath(new URL('bare-server.ts', import.meta.url));

/** One run of one scenario. */
export interface Load {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  maxMs: number;
  requests: number;
  /** Answers by status; 0 stands for no answer. */
  statuses: Record<string, number>;
}

function headersOf(url: string, { cookie, headers, body }: Call): Record<string, string> {
  return { cookie, origin: url, ...headers, ...(body ? { 'content-type': 'application/json' } : {}) };
}

/** Sends the call by itself. */
export function callOnce(url: string, call: Call): Promise<Response> {
  return fetch(`${url}${call.path}`, {
    method: call.method,
    headers: headersOf(url, call),
    ...(call.body ? { body: JSON.stringify(call.body) } : {}),
  });
}

/** How long, or how many. */
type Extent = { seconds: number } | { requests: number };

/** A machine that is busy with other things is slow, not silent. */
const ANSWER_WITHIN_SECONDS = 60;

/** Sends the scenario's requests, each connection the next when the last was answered. */
export async function drive(url: string, { connections, next }: Scenario, extent: Extent): Promise<Load> {
  const result = await autocannon({
    url,
    connections,
    timeout: ANSWER_WITHIN_SECONDS,
    ...('seconds' in extent ? { duration: extent.seconds } : { amount: extent.requests }),
    requests: [
      {
        setupRequest: (request) => {
          const call = next();
          return {
            ...request,
            method: call.method,
            path: call.path,
            headers: headersOf(url, call),
            ...(call.body ? { body: JSON.stringify(call.body) } : {}),
          };
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

/** So many requests of each connection begin a run uncounted: what was planned or compiled long ago is again. */
export const LEAD_IN = 10;

/** One run, once it is under way. */
export async function driveSteadily(url: string, scenario: Scenario, extent: Extent): Promise<Load> {
  await drive(url, scenario, { requests: LEAD_IN * scenario.connections });
  return drive(url, scenario, extent);
}

/** The same requests to a bare node:http server that sends back the bytes that the real one did. */
export async function driveBare(
  url: string,
  scenario: Scenario,
  { seconds, folder }: { seconds: number; folder: string },
): Promise<Load> {
  // As it is sent to autocannon, which asks for nothing compressed: the length would be another one.
  const call = scenario.next();
  const plain = { ...call.headers, 'accept-encoding': 'identity' };
  const response = await callOnce(url, { ...call, headers: plain });
  const headers = Object.fromEntries(response.headers);
  delete headers['transfer-encoding'];
  delete headers['set-cookie'];
  const file = join(folder, 'answer.json');
  await writeFile(file, JSON.stringify({ status: response.status, headers, body: await response.text() }));
  const bare = spawn(process.execPath, [BARE_SERVER, file], { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const [port] = (await once(bare.stdout, 'data')) as [Buffer];
    return await driveSteadily(`http://localhost:${port.toString()}`, scenario, { seconds });
  } finally {
    bare.kill();
  }
}
