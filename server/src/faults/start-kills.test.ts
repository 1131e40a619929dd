import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import { clusterFolder } from '../testing/cluster-folder.ts';
import { eventually } from '../testing/eventually.ts';
import { freePorts, startArguments } from '../testing/server-process.ts';
import { type TemporaryFolder, temporaryFolder } from '../testing/temporary-folder.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const TEST_MS = 60_000;
/** From a signal, or the end of the database, to the end of the node. */
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
  /** Its exit code and what it wrote, once it has ended. */
  over: Promise<{ code: number | null; signal: string | null; said: string }>;
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
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => (said += chunk));
  const over = once(child, 'close').then(([code, signal]) => ({
    code: code as number | null,
    signal: signal as string | null,
    said,
  }));
  closing.push(async () => {
    child.kill('SIGKILL');
    await over;
  });
  return { child, url: `http://127.0.0.1:${port}`, over };
}

/** The process of PostgreSQL, as soon as it has written its lock file. */
function postmasterOf(dataDir: string): Promise<number> {
  return eventually(async () => {
    const [pid] = (await readFile(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8')).split('\n');
    expect(Number(pid)).toBeGreaterThan(0);
    return Number(pid);
  });
}

const listening = ({ url }: Node) => eventually(() => fetch(`${url}/healthz`));

describe('the embedded PostgreSQL dies', { timeout: TEST_MS }, () => {
  test.each([
    { when: 'before it answers', wait: () => Promise.resolve(), afterMs: 0 },
    { when: '50 ms after it was launched', wait: () => Promise.resolve(), afterMs: 50 },
    { when: '150 ms after it was launched', wait: () => Promise.resolve(), afterMs: 150 },
    { when: 'when the port listens', wait: listening, afterMs: 0 },
    { when: '50 ms after the port listens', wait: listening, afterMs: 50 },
    { when: '100 ms after the port listens', wait: listening, afterMs: 100 },
    { when: '200 ms after the port listens', wait: listening, afterMs: 200 },
  ])('$when: the node ends with a message', async ({ wait, afterMs }) => {
    for (const workers of ['1', '2']) {
      const dataDir = await folderFrom(clusterFolder);
      const node = await start(dataDir, { WORKERS: workers });
      const postmaster = await postmasterOf(dataDir);
      await wait(node);
      await delay(afterMs);
      process.kill(postmaster, 'SIGKILL');
      const diedAt = performance.now();
      const { code, said } = await node.over;
      expect(performance.now() - diedAt).toBeLessThan(ENDS_WITHIN_MS);
      expect([code, said]).toEqual([1, expect.stringMatching(/^PostgreSQL (ended unasked|did not start)/m)]);
      expect(said).not.toMatch(/^\s+at /m);
    }
  });
});

describe('SIGTERM ends a start in time', { timeout: TEST_MS }, () => {
  test.each([
    { when: 'while the cluster is created', make: temporaryFolder, wait: async () => undefined },
    { when: 'when PostgreSQL is launched', make: clusterFolder, wait: postmasterOf },
  ])('$when', async ({ make, wait }) => {
    const dataDir = await folderFrom(make);
    const node = await start(dataDir);
    if (make === temporaryFolder) await once(node.child.stdout as NodeJS.ReadableStream, 'data');
    await wait(dataDir);
    node.child.kill();
    const askedAt = performance.now();
    const { code } = await node.over;
    expect([code, performance.now() - askedAt < ENDS_WITHIN_MS]).toEqual([0, true]);
  });

  test('when PostgreSQL answers nothing', async () => {
    const dataDir = await folderFrom(clusterFolder);
    const node = await start(dataDir);
    const postmaster = await postmasterOf(dataDir);
    process.kill(postmaster, 'SIGSTOP');
    await delay(500);
    node.child.kill();
    const askedAt = performance.now();
    const { code } = await node.over;
    expect([code, performance.now() - askedAt < ENDS_WITHIN_MS]).toEqual([0, true]);
  });
});

test(
  'a data folder that is removed while the server starts is named',
  async () => {
    const dataDir = await folderFrom(temporaryFolder);
    const node = await start(dataDir);
    await once(node.child.stdout as NodeJS.ReadableStream, 'data');
    await rm(dataDir, { recursive: true, force: true, maxRetries: 20 });
    const { code, said } = await node.over;
    expect([code, said]).toEqual([
      1,
      expect.stringMatching(/\nThe folder .* was removed or moved [^\n]*\n$/),
    ]);
  },
  TEST_MS,
);
