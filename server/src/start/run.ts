import { fileURLToPath } from 'node:url';
import { loggableError } from '../http/loggable-error.ts';
import { fail, readSettings, say } from './environment.ts';
import { startFaultInWords } from './start-faults.ts';
import { startServer } from './start-server.ts';

const WEB_FOLDER = fileURLToPath(new URL('../../../web/dist', import.meta.url));

/** Starts the server and lets it run until it is asked to stop; ends the process, also when it cannot run. */
export async function run(stopAsked: Promise<void>): Promise<never> {
  const config = readSettings();
  try {
    const server = await startServer(config, { webFolder: WEB_FOLDER, say });
    void server.databaseLost.then(fail);
    await stopAsked;
    await server.stop();
  } catch (error) {
    fail(startFaultInWords(error, config) ?? loggableError(error).stack);
  }
  process.exit(0);
}
