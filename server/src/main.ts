import { fileURLToPath } from 'node:url';
import { ConfigError } from './config.ts';
import { DataFolderInUse } from './db/embedded/leftover.ts';
import { fail, readSettings, say } from './environment.ts';
import { loggableError } from './loggable-error.ts';
import { startServer } from './start-server.ts';

const WEB_FOLDER = fileURLToPath(new URL('../../web/dist', import.meta.url));
const STOP_SIGNALS = ['SIGTERM', 'SIGINT'] as const;

/** Starts the server and lets it run until a signal stops it; ends the process when it cannot run. */
export async function main(): Promise<void> {
  try {
    const server = await startServer(readSettings(), { webFolder: WEB_FOLDER, say });
    void server.databaseLost.then(() =>
      fail('PostgreSQL ended unasked; its log lies beside its data. Start again.'),
    );
    for (const signal of STOP_SIGNALS) {
      process.once(signal, () => {
        void server.stop().then(() => process.exit(0));
      });
    }
  } catch (error) {
    if (error instanceof DataFolderInUse || error instanceof ConfigError) fail(error.message);
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
      fail(`A port is taken: ${error.message}. Set PORT (and DEMO_PORT) to free ones.`);
    }
    fail(loggableError(error).stack);
  }
}
