import { readFile } from 'node:fs/promises';
import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { startDnsServer } from '../dns-server.ts';
import { urlOf } from '../lone-node.ts';
import { freePorts, startServerProcess } from '../server-process.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import type { TestDatabase } from '../test-database.ts';
import type { requestOf } from './fuzzed-world.ts';

const DNS_PORT = 53;
/** Shorter than the server's keep-alive timeout, to avoid races. */
const UNUSED_MS = 1_000;

/** The response, or status 0 if the connection closed before it. */
interface NodeAnswer {
  statusCode: number;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
}

type NodeRequest = ReturnType<typeof requestOf>;

export interface FuzzedNodes {
  /** Sends to the nodes in turn. Status 0 means no response. */
  send(asked: NodeRequest): Promise<NodeAnswer>;
  memory(): Promise<number[]>;
  output(): string;
  close(): Promise<void>;
}

async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? Number.NaN) / 1024);
}

function sendTo(agent: Agent, base: string, { method, url, headers, payload }: NodeRequest) {
  return new Promise<NodeAnswer>((resolve) => {
    const cut = () => resolve({ statusCode: 0, headers: {}, bytes: Buffer.alloc(0) });
    const { hostname, port } = new URL(base);
    const length = payload === undefined ? {} : { 'content-length': String(Buffer.byteLength(payload)) };
    const asked = request({ agent, hostname, port, method, path: url, headers: { ...length, ...headers } });
    asked.on('error', cut).on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', cut);
      response.on('end', () => {
        const { statusCode = 0, headers: answered } = response;
        resolve({ statusCode, headers: answered, bytes: Buffer.concat(chunks) });
      });
    });
    asked.end(payload);
  });
}

/**
 * Starts nodes on one database, and a name server without names, so that nothing is fetched. Needs a network
 * namespace.
 */
export async function startFuzzedNodes(
  database: TestDatabase,
  { nodes, origin }: { nodes: number; origin: string },
): Promise<FuzzedNodes> {
  const names = await startDnsServer('127.0.0.1', DNS_PORT);
  const folder = await temporaryFolder();
  const processes = await Promise.all(
    Array.from({ length: nodes }, async (_, index) => {
      const { port, demoPort } = await freePorts();
      return startServerProcess({
        PORT: String(port),
        DEMO_PORT: String(demoPort),
        DEMO: 'off',
        RATE_LIMIT: 'off',
        DATABASE_URL: urlOf(database.connection),
        DATA_DIR: `${folder.path}/${index}`,
        PUBLIC_URL: origin,
        // Only errors count here, not rejections.
        LOG_LEVEL: 'error',
      });
    }),
  );
  const agent = new Agent({ keepAlive: true, timeout: UNUSED_MS });
  let turn = 0;
  return {
    async send(asked) {
      turn = (turn + 1) % processes.length;
      return sendTo(agent, processes[turn]?.url ?? '', asked);
    },
    memory: () => Promise.all(processes.map(({ pid }) => memoryOf(pid))),
    output: () => processes.map((node) => node.output()).join(''),
    async close() {
      agent.destroy();
      await Promise.all(processes.map((node) => node.end()));
      await names.close();
      await folder.remove();
    },
  };
}
