import { fileURLToPath } from 'node:url';
import { fail, readSettings, say } from './environment.ts';
import { loggableError } from '../http/loggable-error.ts';
import { startFaultInWords } from './start-faults.ts';
import { startServer } from './start-server.ts';

const WEB_FOLDER = fileURLToPath(new URL('../../../web/dist', import.meta.url));
/** One Ctrl-C arrives twice, from the terminal and from npm; a later one is somebody's who will not wait. */
const INSIST_MS = 1_000;

/** Settles with the first signal to stop, from now on, also while the server still starts. */
function askedToStop(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let askedAt = Infinity;
  const ask = () => {
    askedAt = Math.min(askedAt, performance.now());
    resolve();
  };
  process.on('SIGTERM', ask);
  process.on('SIGINT', () => {
    if (performance.now() - askedAt > INSIST_MS) process.exit(1);
    ask();
  });
  return promise;
}

/** Starts the server and lets it run until a signal stops it; ends the process when it cannot run. */
export async function main(): Promise<void> {
  const stopAsked = askedToStop();
  const config = readSettings();
  try {
    const server = await startServer(config, { webFolder: WEB_FOLDER, say });
    void server.databaseLost.then(fail);
    await stopAsked;
    await server.stop();
    process.exit(0);
  } catch (error) {
    fail(startFaultInWords(error, config) ?? loggableError(error).stack);
  }
}
