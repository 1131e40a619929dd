import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Config, ConfigError, readConfig } from './config.ts';
import { DataFolderInUse } from './db/embedded/leftover.ts';
import { startServer } from './start-server.ts';

const WEB_FOLDER = fileURLToPath(new URL('../../web/dist', import.meta.url));
const STOP_SIGNALS = ['SIGTERM', 'SIGINT'] as const;

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

function settings(): Config {
  if (existsSync('.env')) process.loadEnvFile('.env');
  try {
    return readConfig(process.env);
  } catch (error) {
    if (error instanceof ConfigError) fail(error.message);
    throw error;
  }
}

const config = settings();
try {
  const server = await startServer(config, { webFolder: WEB_FOLDER, say });
  for (const signal of STOP_SIGNALS) {
    process.once(signal, () => {
      void server.stop().then(() => process.exit(0));
    });
  }
} catch (error) {
  if (error instanceof DataFolderInUse) fail(error.message);
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    fail(`A port is taken: ${error.message}. Set PORT (and DEMO_PORT) to free ones.`);
  }
  throw error;
}
