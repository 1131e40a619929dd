import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
/** For busy machines; starts are much faster. */
const READY_WAIT_MS = 240_000;
const POLL_MS = 25;
/** Nodes that share a database share the key. */
export const TEST_SECRET_KEY = 'the key of all nodes in these tests';
/** More than requests, jobs and pool need together. */
const STOP_WAIT_MS = 60_000;

/** Returns two free adjacent ports, for server and demo apps. */
export async function freePorts(): Promise<{ port: number; demoPort: number }> {
  const listeners = await Promise.all(
    [0, 0].map(async () => {
      const listener = createServer().listen(0, '127.0.0.1');
      await once(listener, 'listening');
      return listener;
    }),
  );
  const [port, demoPort] = listeners.map((listener) => (listener.address() as { port: number }).port);
  for (const listener of listeners) listener.close();
  return { port: port ?? 0, demoPort: demoPort ?? 0 };
}

export interface ServerProcess {
  url: string;
  pid: number;
  output(): string;
  /** Milliseconds until the first response of /readyz. */
  readyAfterMs: number;
  /** Waits for the exit code. */
  ended(): Promise<number | null>;
  /**
   * Sends the signal, SIGTERM by default. Returns the exit code, or null after a kill; throws if the process does
   * not end.
   */
  end(signal?: NodeJS.Signals): Promise<number | null>;
}

async function isOk(url: string): Promise<boolean> {
  return fetch(url).then(
    (response) => response.ok,
    () => false,
  );
}

/** Polls until the URL responds with success. Throws after a timeout. */
export async function waitUntilOk(url: string): Promise<void> {
  const started = performance.now();
  while (!(await isOk(url))) {
    if (performance.now() - started > READY_WAIT_MS) throw new Error(`${url} does not answer with success`);
    await delay(POLL_MS);
  }
}

/** Returns the arguments of node in `npm start`. */
export function startArguments(): string[] {
  const { scripts } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8')) as {
    scripts: { start: string };
  };
  return scripts.start.split(' ').slice(2);
}

/** Starts the server like `npm start` and waits until it is ready, or until it responds at all. */
export async function startServerProcess(
  env: Record<string, string>,
  until: '/readyz' | '/healthz' = '/readyz',
): Promise<ServerProcess> {
  const started = performance.now();
  const child: ChildProcess = spawn(process.execPath, startArguments(), {
    cwd: ROOT,
    env: { ...process.env, LOG_LEVEL: 'warn', SECRET_KEY: TEST_SECRET_KEY, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
    });
  }
  const url = `http://localhost:${env['PORT']}`;
  const isOver = () => child.exitCode !== null || child.signalCode !== null;
  while (!(await isOk(`${url}${until}`))) {
    if (isOver() || performance.now() - started > READY_WAIT_MS) {
      child.kill('SIGKILL');
      throw new Error(`The server did not start:\n${output}`);
    }
    await delay(POLL_MS);
  }
  return {
    url,
    pid: child.pid ?? 0,
    output: () => output,
    readyAfterMs: performance.now() - started,
    async ended() {
      if (!isOver()) await once(child, 'exit');
      return child.exitCode;
    },
    async end(signal = 'SIGTERM') {
      if (isOver()) return child.exitCode;
      const exited = once(child, 'exit');
      child.kill(signal);
      const isLate = delay(STOP_WAIT_MS, true, { ref: false });
      if (await Promise.race([exited.then(() => false), isLate])) {
        child.kill('SIGKILL');
        throw new Error(`The server did not stop on ${signal}:\n${output}`);
      }
      return child.exitCode;
    },
  };
}
