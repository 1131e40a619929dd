import { fileURLToPath } from 'node:url';
import { loggableError } from '../log/loggable-error.ts';
import type { Config } from '../config.ts';
import { readConfig } from './read-config.ts';
import { fail, readSettings, say } from './environment.ts';
import { exitCodeOf, explainStartFault } from './start-faults.ts';
import type { RunningServer } from './start-server.ts';
import { readWorker, type Worker } from './worker.ts';

const WEB_FOLDER = fileURLToPath(new URL('../../../web/dist', import.meta.url));

/** Loads modules on demand, because the parent of workers does not need the server. */
async function start(
  config: Config,
  worker: Worker | undefined,
  signal: AbortSignal,
): Promise<RunningServer> {
  if (!worker && config.workers > 1)
    return (await import('./start-workers.ts')).startWorkers(config, say, signal);
  const { startServer } = await import('./start-server.ts');
  return startServer(config, { webFolder: WEB_FOLDER, say, worker, signal });
}

/** Runs the server and exits with the code of `stopAsked`, or with a message and another code. */
export async function runServer(stopAsked: Promise<number>): Promise<never> {
  const worker = readWorker(process.env);
  const config = worker ? readConfig(process.env) : readSettings();
  const stopping = new AbortController();
  void stopAsked.then(() => stopping.abort());
  try {
    const server = await start(config, worker, stopping.signal);
    await Promise.race([stopAsked, server.lost]);
    await server.stop();
  } catch (error) {
    const isStopped = stopping.signal.aborted && (error as Error).name === 'AbortError';
    if (!isStopped) fail(explainStartFault(error, config) ?? loggableError(error).stack, exitCodeOf(error));
  }
  process.exit(worker ? 0 : await stopAsked);
}
