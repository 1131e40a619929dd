import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import { clusterFolder } from '../testing/cluster-folder.ts';
import { freePorts, startArguments, startServerProcess, waitUntilOk } from '../testing/server-process.ts';
import { isThere, workersOf } from '../testing/workers-of.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const TEST_MS = 120_000;
const QUICK_MS = 5_000;

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
}, TEST_MS);

async function environment(): Promise<Record<string, string> & { DATA_DIR: string }> {
  const folder = await clusterFolder();
  closing.push(() => folder.remove());
  const { port, demoPort } = await freePorts();
  return { PORT: String(port), DEMO_PORT: String(demoPort), DATA_DIR: folder.path, DEMO: 'off' };
}

async function start(env: Record<string, string>) {
  const server = await startServerProcess(env);
  closing.push(() => server.end());
  return server;
}

describe.each(['1', '2'])('a node of %s processes', { timeout: TEST_MS }, (workers) => {
  test('shuts down cleanly on SIGHUP, with an exit code after which a supervisor restarts it', async () => {
    const env = { ...(await environment()), WORKERS: workers };
    const server = await start(env);
    const processes = await workersOf(server.pid);
    expect(await server.end('SIGHUP')).toBe(129);
    const log = await readFile(join(env.DATA_DIR, 'postgres/postgres.log'), 'utf8');
    expect(log.trimEnd().split('\n').at(-1)).toContain('database system is shut down');
    expect(processes.filter(isThere)).toEqual([]);
  });

  test('ends quickly on SIGTERM despite a connection that has sent nothing', async () => {
    const server = await start({ ...(await environment()), WORKERS: workers });
    const silent = connect(Number(new URL(server.url).port), '127.0.0.1').on('error', () => undefined);
    closing.push(() => silent.destroy());
    await once(silent, 'connect');
    const signalledAt = performance.now();
    expect(await server.end()).toBe(0);
    expect(performance.now() - signalledAt).toBeLessThan(QUICK_MS);
  });

  test('stops its database after a wrong setting, with the exit code that prevents a restart', async () => {
    for (const wrong of [{ SLOW_MS: 'soon' }, { ADMIN_EMAIL: 'a@example.org', ADMIN_PASSWORD: '12345678' }]) {
      const env = { ...(await environment()), WORKERS: workers, ...wrong };
      const child = spawn(process.execPath, startArguments(), {
        cwd: ROOT,
        env: { ...process.env, ...env },
        stdio: 'ignore',
      });
      closing.push(() => child.kill());
      expect(await once(child, 'exit')).toEqual([78, null]);
      expect(existsSync(join(env.DATA_DIR, 'postgres/data/postmaster.pid'))).toBe(false);
    }
  });
});

test(
  'SIGUSR1 and SIGUSR2 neither end a server nor open a debugger',
  async () => {
    const server = await start(await environment());
    for (const signal of ['SIGUSR1', 'SIGUSR2'] as const) process.kill(server.pid, signal);
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    expect(await server.end()).toBe(0);
    expect(server.output()).not.toContain('Debugger');
  },
  TEST_MS,
);

test(
  'a server keeps running after its output was closed',
  async () => {
    const env = await environment();
    const child = spawn(process.execPath, startArguments(), {
      cwd: ROOT,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    closing.push(() => child.kill('SIGKILL'));
    const exited = once(child, 'exit');
    child.stdout.destroy();
    child.stderr.destroy();
    await waitUntilOk(`http://127.0.0.1:${env['PORT']}/readyz`);
    child.kill();
    expect((await exited)[0]).toBe(0);
  },
  TEST_MS,
);
