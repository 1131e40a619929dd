import { fileURLToPath } from 'node:url';
import { loggableError } from '../http/loggable-error.ts';
import type { Config } from '../config.ts';
import { readConfig } from './read-config.ts';
import { fail, readSettings, say } from './environment.ts';
import { startFaultInWords } from './start-faults.ts';
import type { RunningServer } from './start-server.ts';
import { readWorker, type Worker } from './worker.ts';

const WEB_FOLDER = fileURLToPath(new URL('../../../web/dist', import.meta.url));

/** What the process that keeps workers alive does not need, it does not load. */
async function start(config: Config, worker: Worker | undefined): Promise<RunningServer> {
  if (!worker && config.workers > 1) return (await import('./start-workers.ts')).startWorkers(config, say);
  const { startServer } = await import('./start-server.ts');
  return startServer(config, { webFolder: WEB_FOLDER, say, worker });
}

/** Starts the server and lets it run until it is asked to stop; ends the process, also when it cannot run. */
export async function run(stopAsked: Promise<void>): Promise<never> {
  const worker = readWorker(process.env);
  const config = worker ? readConfig(process.env) : readSettings();
  try {
    const server = await start(config, worker);
    void server.lost.then(fail);
    await stopAsked;
    await server.stop();
  } catch (error) {
    fail(startFaultInWords(error, config) ?? loggableError(error).stack);
  }
  process.exit(0);
}
