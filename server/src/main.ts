import { fileURLToPath } from 'node:url';
import { speedUpLoading } from './loading.ts';

// Before everything else is imported.
speedUpLoading(fileURLToPath(new URL('../../.cache/modules', import.meta.url)));
const [
  { ConfigError },
  { DataFolderInUse },
  { fail, readSettings, say },
  { loggableError },
  { startServer },
] = await Promise.all([
  import('./config.ts'),
  import('./db/embedded/leftover.ts'),
  import('./environment.ts'),
  import('./loggable-error.ts'),
  import('./start-server.ts'),
]);

const WEB_FOLDER = fileURLToPath(new URL('../../web/dist', import.meta.url));
const STOP_SIGNALS = ['SIGTERM', 'SIGINT'] as const;

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
