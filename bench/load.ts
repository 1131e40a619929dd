import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sequence } from '@zapdeck/server/testing/random';
import autocannon from 'autocannon';
import type { Catalogue } from './catalogue.ts';
import { type Call, makeScenarios, type Scenario } from './scenarios.ts';

const BARE_SERVER = fileURLToPath(new URL('bare-server.ts', import.meta.url));

export interface Load {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  maxMs: number;
  requests: number;
  statuses: Record<string, number>;
}

function headersOf(url: string, { cookie, headers, body }: Call): Record<string, string> {
  return { cookie, origin: url, ...headers, ...(body ? { 'content-type': 'application/json' } : {}) };
}

export function callOnce(url: string, call: Call): Promise<Response> {
  return fetch(`${url}${call.path}`, {
    method: call.method,
    headers: headersOf(url, call),
    ...(call.body ? { body: JSON.stringify(call.body) } : {}),
  });
}

/** Returns all scenarios for a server. */
export const scenariosOf = (world: Catalogue, url: string, random = sequence(1)): Promise<Scenario[]> =>
  makeScenarios(world, { random, fetch: (call) => callOnce(url, call) });

/** Returns the scenario with this name. */
export async function scenarioOf(world: Catalogue, url: string, wanted: string): Promise<Scenario> {
  const found = (await scenariosOf(world, url)).find(({ name }) => name === wanted);
  if (!found) throw new Error(`There is no scenario ${wanted}`);
  return found;
}

type Extent = ({ seconds: number } | { requests: number }) & {
  /** Requests per second. Default: as many as are answered. */
  rate?: number;
};

const RESPONSE_TIMEOUT_S = 60;

/** Runs a scenario: each connection sends its next request after a response (closed model). */
export async function drive(url: string, { connections, next }: Scenario, extent: Extent): Promise<Load> {
  const result = await autocannon({
    url,
    connections,
    timeout: RESPONSE_TIMEOUT_S,
    ...(extent.rate === undefined ? {} : { overallRate: extent.rate }),
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

/** Requests per connection before each run that are not counted, to warm up. */
export const WARM_UP_REQUESTS = 10;

export async function driveSteadily(url: string, scenario: Scenario, extent: Extent): Promise<Load> {
  await drive(url, scenario, { requests: WARM_UP_REQUESTS * scenario.connections });
  return drive(url, scenario, extent);
}

/** Sends the same requests to a bare node:http server that returns the same bytes. */
export async function driveBare(
  url: string,
  scenario: Scenario,
  { seconds, folder }: { seconds: number; folder: string },
): Promise<Load> {
  // Uncompressed like autocannon's requests, so that the lengths match.
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
