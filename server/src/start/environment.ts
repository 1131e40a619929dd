import { existsSync } from 'node:fs';
import type { Config } from '../config.ts';
import { ConfigError, readConfig } from './read-config.ts';
import { settingHints } from './setting-hints.ts';

/** Exit code for what only the operator can mend; the service in hosting/ is not started again after it. */
export const CONFIG_EXIT_CODE = 78;

/** Says why nothing can go on, and ends the process. */
export function fail(message: string, exitCode = 1): never {
  process.stderr.write(`${message}\n`);
  process.exit(exitCode);
}

/** Writes a line for the person at the terminal. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/**
 * The settings of this process, from .env and the environment; ends the process when they cannot be used, and points out
 * on its way what may not be meant.
 */
export function readSettings(): Config {
  if (existsSync('.env')) process.loadEnvFile('.env');
  for (const hint of settingHints(process.env)) process.stderr.write(`${hint}\n`);
  try {
    return readConfig(process.env);
  } catch (error) {
    if (error instanceof ConfigError) fail(error.message, CONFIG_EXIT_CODE);
    throw error;
  }
}
