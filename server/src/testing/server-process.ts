import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const READY_WAIT_MS = 30_000;
const POLL_MS = 25;

/** Two ports that were free a moment ago: the server's and, beside it, the demo's. */
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
  /** What it has written so far. */
  output(): string;
  /** Milliseconds from the start to the first answer of /readyz. */
  readyAfterMs: number;
  /** Ends it with the signal and waits; SIGTERM by default. */
  end(signal?: NodeJS.Signals): Promise<void>;
}

async function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/readyz`).then(
    (response) => response.ok,
    () => false,
  );
}

/** Starts the server as `npm start` does and waits until it is ready. */
export async function startServerProcess(env: Record<string, string>): Promise<ServerProcess> {
  const started = performance.now();
  const child: ChildProcess = spawn(process.execPath, [MAIN], {
    cwd: ROOT,
    env: { ...process.env, LOG_LEVEL: 'warn', ...env },
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
  while (!(await isReady(url))) {
    if (isOver() || performance.now() - started > READY_WAIT_MS) {
      child.kill('SIGKILL');
      throw new Error(`The server did not start:\n${output}`);
    }
    await delay(POLL_MS);
  }
  return {
    url,
    output: () => output,
    readyAfterMs: performance.now() - started,
    async end(signal = 'SIGTERM') {
      if (isOver()) return;
      const exited = once(child, 'exit');
      child.kill(signal);
      await exited;
    },
  };
}
