import { existsSync } from 'node:fs';
import type pg from 'pg';
import type { Config } from '../config.ts';
import { ConfigError, readConfig } from './read-config.ts';
import { Environment } from './env-variables.ts';
import { reachEmbeddedPostgres } from '../db/embedded/reach.ts';

export class CannotGoOn extends Error {
  override name = 'CannotGoOn';
  readonly exitCode: number;

  constructor(message: string, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

const names = Object.keys(Environment.shape);
/** Shorter names resemble too many others. */
const MISSPELT_FROM = 6;
const OUR_PREFIX = 'ZAPDECK';

const variableLettersOf = (name: string) => name.toUpperCase().replace(/[^A-Z0-9]/g, '');

function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1];
    for (const [at, against] of [...other].entries()) {
      const changed = (row[at] ?? 0) + Number(letter !== against);
      next.push(Math.min(changed, (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

function meantBy(name: string): string | undefined {
  const given = variableLettersOf(name);
  const bare = given.startsWith(OUR_PREFIX) ? given.slice(OUR_PREFIX.length) : given;
  const same = names.find((known) => variableLettersOf(known) === bare);
  if (same !== undefined || bare.length < MISSPELT_FROM) return same;
  const allowed = bare.length < 2 * MISSPELT_FROM ? 1 : 2;
  return names.find((known) => {
    const letters = variableLettersOf(known);
    // The distance is at least the difference in length.
    if (known.length < MISSPELT_FROM || Math.abs(letters.length - bare.length) > allowed) return false;
    return distance(letters, bare) <= allowed;
  });
}

const DAYS_ENOUGH = {
  INTERACTION_DAYS: [
    90,
    'recalculated average times leave out older interactions, and apps without newer ones have none',
  ],
  AUDIT_LOG_DAYS: [90, 'actions of admins are deleted before users may ask about them'],
  ERROR_LOG_DAYS: [7, 'the dashboard shows errors of the last 7 days'],
  MAIL_DAYS: [2, 'links in deleted mails may still be valid'],
} as const;

function hintsOnDays(env: Record<string, string | undefined>): string[] {
  return Object.entries(DAYS_ENOUGH).flatMap(([name, [enough, loss]]) => {
    const days = Number(env[name] ?? '');
    return days > 0 && days < enough ? [`${name}=${days} is short: ${loss}.`] : [];
  });
}

const MAIL_SCHEMES: Readonly<Record<string, string>> = { '25': 'smtp:', '465': 'smtps:', '587': 'smtp:' };

function hintsOnMail({ SMTP_URL: address = '' }: Record<string, string | undefined>): string[] {
  if (!URL.canParse(address)) return [];
  const { protocol, port } = new URL(address);
  const expected = MAIL_SCHEMES[port] ?? protocol;
  if (expected === protocol) return [];
  return [`SMTP_URL begins with ${protocol}//, but port ${port} usually needs ${expected}//.`];
}

/** Returns hints about misspelt or contradicting settings and short periods. */
export function settingHints(env: Record<string, string | undefined>): string[] {
  const hints = [...hintsOnDays(env), ...hintsOnMail(env)];
  const misspelt = Object.keys(env).flatMap((name) => {
    const meant = names.includes(name) ? undefined : meantBy(name);
    return meant === undefined ? [] : [`${name} is no setting of Zapdeck. Did you mean ${meant}?`];
  });
  const isDemo = env['DEMO'] === undefined || env['DEMO'] === '' || env['DEMO'] === 'on';
  if (!isDemo || !env['PUBLIC_URL']?.startsWith('https:')) return [...misspelt, ...hints];
  return [
    ...misspelt,
    ...hints,
    'PUBLIC_URL uses https, but the demo apps use plain http, which browsers block in an https page. Set DEMO=off.',
  ];
}

export interface ReachedDatabase {
  connection: pg.PoolConfig;
  release: () => Promise<void>;
}

export async function reachDatabase({ databaseUrl, dataDir }: Config): Promise<ReachedDatabase> {
  if (databaseUrl === undefined) return reachEmbeddedPostgres(dataDir);
  return { connection: { connectionString: databaseUrl }, release: async () => undefined };
}

/** Exit code for faults that need the operator. The service in hosting/ does not restart after it. */
export const CONFIG_EXIT_CODE = 78;

export function fail(message: string, exitCode = 1): never {
  process.stderr.write(`${message}\n`);
  process.exit(exitCode);
}

export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Reads the settings and prints hints about likely mistakes. Exits if they are invalid. */
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
