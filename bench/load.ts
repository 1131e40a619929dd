import { execFile, spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import autocannon from 'autocannon';
import { freePorts } from '@zapdeck/server/testing/server-process';
import type { Call, Scenario } from './scenarios.ts';

const BARE_SERVER = fileURLToPath(new URL('bare-server.ts', import.meta.url));

/** One run of one scenario. */
export interface Load {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  maxMs: number;
  /** Answers by status. */
  statuses: Record<string, number>;
}

function headersOf(url: string, { cookie, headers, body }: Call): Record<string, string> {
  return { cookie, origin: url, ...headers, ...(body ? { 'content-type': 'application/json' } : {}) };
}

/** Sends the scenario's requests for so many seconds, each connection the next when the last was answered. */
export async function drive(url: string, { connections, next }: Scenario, seconds: number): Promise<Load> {
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
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
  const statuses = Object.entries(result.statusCodeStats ?? {}).map(([status, { count }]) => [status, count]);
  return {
    perSecond: result.requests.average,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    maxMs: result.latency.max,
    statuses: Object.fromEntries(statuses) as Record<string, number>,
  };
}

/** The same requests to a bare node:http server that sends back the bytes that the real one did. */
export async function driveBare(
  url: string,
  scenario: Scenario,
  { seconds, folder }: { seconds: number; folder: string },
): Promise<Load> {
  const call = scenario.next();
  const response = await fetch(`${url}${call.path}`, {
    method: call.method,
    headers: headersOf(url, call),
    ...(call.body ? { body: JSON.stringify(call.body) } : {}),
  });
  const headers = Object.fromEntries(response.headers);
  delete headers['transfer-encoding'];
  delete headers['set-cookie'];
  const file = join(folder, 'answer.json');
  await writeFile(file, JSON.stringify({ status: response.status, headers, body: await response.text() }));
  const { port } = await freePorts();
  const bare = spawn(process.execPath, [BARE_SERVER, String(port), file], { stdio: 'inherit' });
  try {
    const bareUrl = `http://localhost:${port}`;
    await waitUntilListening(bareUrl);
    return await drive(bareUrl, scenario, seconds);
  } finally {
    bare.kill();
  }
}

async function waitUntilListening(url: string): Promise<void> {
  for (;;) {
    const isThere = await fetch(url).then(
      () => true,
      () => false,
    );
    if (isThere) return;
  }
}

/** Transactions a second of the script under pgbench, or null where pgbench is not installed. */
export async function drivePgbench(
  script: string,
  { host, user, database }: { host: string; user: string; database: string },
  {
    seconds,
    folder,
    connections,
    variables,
  }: { seconds: number; folder: string; connections: number; variables: Record<string, number> },
): Promise<number | null> {
  const file = join(folder, 'script.sql');
  await writeFile(file, script);
  const defines = Object.entries(variables).map(([name, value]) => `-D${name}=${value}`);
  const args = [
    '-n',
    '-M',
    'prepared',
    '-c',
    String(connections),
    '-T',
    String(seconds),
    '-f',
    file,
    ...defines,
  ];
  try {
    const { stdout } = await promisify(execFile)('pgbench', [...args, '-h', host, '-U', user, database]);
    const tps = /tps = ([\d.]+)/.exec(stdout)?.[1];
    return tps === undefined ? null : Number(tps);
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return null;
    throw error;
  }
}
