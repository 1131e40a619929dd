import { existsSync } from 'node:fs';
import type { Config } from '../config.ts';
import { ConfigError, readConfig } from './read-config.ts';
import { settingHints } from './setting-hints.ts';

/** Exit code for faults that need the operator. The service in hosting/ does not restart after it. */
export const CONFIG_EXIT_CODE = 78;

export function fail(message: string, exitCode = 1): never {
  process.stderr.write(`${message}\n`);
  process.exit(exitCode);
}

export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Prints hints about likely mistakes. Ends the process if the settings are invalid. */
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
