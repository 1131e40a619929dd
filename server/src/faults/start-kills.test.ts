import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import { clusterFolder } from '../testing/cluster-folder.ts';
import { withinMinute } from '../testing/eventually.ts';
import { freePorts, startArguments } from '../testing/server-process.ts';
import { type TemporaryFolder, temporaryFolder } from '../testing/temporary-folder.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const TEST_MS = 60_000;
/** Time from a signal, or the end of the database, to the end of the node. */
const ENDS_WITHIN_MS = 10_000;

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

async function folderFrom(make: () => Promise<TemporaryFolder>): Promise<string> {
  const folder = await make();
  closing.push(() => folder.remove());
  return folder.path;
}

interface Node {
  child: ChildProcess;
  url: string;
  /** Resolves with exit code and output when the process has ended. */
  ended: Promise<{ code: number | null; signal: string | null; output: string }>;
}

async function start(dataDir: string, settings: Record<string, string> = {}): Promise<Node> {
  const { port, demoPort } = await freePorts();
  const child = spawn(process.execPath, startArguments(), {
    cwd: ROOT,
    env: {
      ...process.env,
      PORT: String(port),
      DEMO_PORT: String(demoPort),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'silent',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
  const ended = once(child, 'close').then(([code, signal]) => ({
    code: code as number | null,
    signal: signal as string | null,
    output,
  }));
  closing.push(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return { child, url: `http://127.0.0.1:${port}`, ended };
}

/** Resolves with the pid of PostgreSQL when its lock file exists. */
function postmasterOf(dataDir: string): Promise<number> {
  return withinMinute(async () => {
    const [pid] = (await readFile(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8')).split('\n');
    expect(Number(pid)).toBeGreaterThan(0);
    return Number(pid);
  });
}

const listening = ({ url }: Node) => withinMinute(() => fetch(`${url}/healthz`));

describe('the node ends with a message if the embedded PostgreSQL dies', { timeout: TEST_MS }, () => {
  test.each([
    { when: 'before it accepts connections', wait: () => Promise.resolve(), afterMs: 0 },
    { when: '50 ms after its launch', wait: () => Promise.resolve(), afterMs: 50 },
    { when: '150 ms after its launch', wait: () => Promise.resolve(), afterMs: 150 },
    { when: 'when the port listens', wait: listening, afterMs: 0 },
    { when: '50 ms after the port listens', wait: listening, afterMs: 50 },
    { when: '100 ms after the port listens', wait: listening, afterMs: 100 },
    { when: '200 ms after the port listens', wait: listening, afterMs: 200 },
  ])('$when', async ({ wait, afterMs }) => {
    for (const workers of ['1', '2']) {
      const dataDir = await folderFrom(clusterFolder);
      const node = await start(dataDir, { WORKERS: workers });
      const postmaster = await postmasterOf(dataDir);
      await wait(node);
      await delay(afterMs);
      process.kill(postmaster, 'SIGKILL');
      const diedAt = performance.now();
      const { code, output } = await node.ended;
      expect(performance.now() - diedAt).toBeLessThan(ENDS_WITHIN_MS);
      expect([code, output]).toEqual([
        1,
        expect.stringMatching(/^PostgreSQL (stopped unexpectedly|did not start)/m),
      ]);
      expect(output).not.toMatch(/^\s+at /m);
    }
  });
});

describe('SIGTERM ends a start in time', { timeout: TEST_MS }, () => {
  test.each([
    { when: 'while the cluster is created', make: temporaryFolder, wait: async () => undefined },
    { when: 'after PostgreSQL is launched', make: clusterFolder, wait: postmasterOf },
  ])('$when', async ({ make, wait }) => {
    const dataDir = await folderFrom(make);
    const node = await start(dataDir);
    if (make === temporaryFolder) await once(node.child.stdout as NodeJS.ReadableStream, 'data');
    await wait(dataDir);
    node.child.kill();
    const signalledAt = performance.now();
    const { code } = await node.ended;
    expect([code, performance.now() - signalledAt < ENDS_WITHIN_MS]).toEqual([0, true]);
  });

  test('while PostgreSQL is frozen', async () => {
    const dataDir = await folderFrom(clusterFolder);
    const node = await start(dataDir);
    const postmaster = await postmasterOf(dataDir);
    process.kill(postmaster, 'SIGSTOP');
    await delay(500);
    node.child.kill();
    const signalledAt = performance.now();
    const { code } = await node.ended;
    expect([code, performance.now() - signalledAt < ENDS_WITHIN_MS]).toEqual([0, true]);
  });
});

test.each([
  ['at its first words', (node: Node) => once(node.child.stdout as NodeJS.ReadableStream, 'data')],
  ['when its database is there', (_: Node, dataDir: string) => postmasterOf(dataDir)],
  ['when it is ready', (node: Node) => listening(node)],
])(
  'a node ends with a message if its data folder is removed %s',
  async (_, moment) => {
    const dataDir = await folderFrom(temporaryFolder);
    const node = await start(dataDir);
    await moment(node, dataDir);
    await rm(dataDir, { recursive: true, force: true, maxRetries: 20 });
    const { code, output } = await node.ended;
    expect([code, output]).toEqual([
      1,
      expect.stringMatching(/\nThe folder .* was removed or moved [^\n]*\n$/),
    ]);
  },
  TEST_MS,
);
