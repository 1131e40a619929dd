import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { ConfigError } from './read-config.ts';
import { isDatabaseError } from '../db/database-away.ts';
import { OtherMajor, PostgresFailed } from '../db/embedded/embedded-postgres.ts';
import { databaseHome } from '../db/embedded/home.ts';
import { DataFolderInUse } from '../db/embedded/leftover.ts';
import { NoDatabase } from '../db/embedded/reach.ts';
import { TablesInUse, UnusableSchema } from '../db/migrate.ts';
import { CannotGoOn, CONFIG_EXIT_CODE } from './environment.ts';

const NO_SPACE = /No space left on device|Disk quota exceeded|\bENOSPC\b|\bEDQUOT\b/;
const DISK_FULL = '53100';
const NOT_WRITABLE = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR']);
const IN_WORDS = [
  CannotGoOn,
  ConfigError,
  DataFolderInUse,
  NoDatabase,
  OtherMajor,
  TablesInUse,
  UnusableSchema,
];
const FOR_THE_OPERATOR = [ConfigError, OtherMajor, UnusableSchema];
const UNPRIVILEGED_FROM = 1_024;

interface SystemError extends Error {
  code?: string;
  syscall?: string;
  port?: number;
  path?: string;
  stderr?: string;
}

function causesOf(error: unknown): SystemError[] {
  return error instanceof Error ? [error, ...causesOf(error.cause)] : [];
}

function ofPort({ code, port }: SystemError, { host, demoPort }: Config): string {
  if (code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT')
    return `HOST is ${host}, which is not an address of this machine. Set it to one of them, or to 0.0.0.0 for all.`;
  const [what, name] = port === demoPort ? ['The port of the demo apps', 'DEMO_PORT'] : ['The port', 'PORT'];
  if (code === 'EADDRINUSE')
    return `${what}, ${port}, is taken, perhaps by another Zapdeck: set ${name} to a free one.`;
  if (code === 'EACCES' && (port ?? 0) < UNPRIVILEGED_FROM)
    return `${what}, ${port}, is for root alone: set ${name} to one from ${UNPRIVILEGED_FROM} on, with a proxy before it, or let the program have CAP_NET_BIND_SERVICE.`;
  return `${what}, ${port}, cannot be opened (${code}): set ${name} to another one.`;
}

export const folderLost = (dataDir: string): string =>
  `The folder ${dataDir} was removed or moved while Zapdeck ran. Start it again.`;

/** Returns undefined for bugs. */
export function explainStartFault(error: unknown, config: Config): string | undefined {
  const causes = causesOf(error);
  const told = causes.find((cause) => IN_WORDS.some((kind) => cause instanceof kind));
  if (told) return told.message;
  const ofListening = causes.find(({ syscall }) => syscall === 'listen');
  if (ofListening) return ofPort(ofListening, config);
  const isFull = causes.some(
    ({ code, message, stderr = '' }) =>
      code === DISK_FULL || NO_SPACE.test(message) || NO_SPACE.test(stderr) || NO_SPACE.test(code ?? ''),
  );
  if (isFull && config.databaseUrl === undefined)
    return `The disk of ${config.dataDir} is full. A new database needs at least 100 MB. Free some space, or set DATA_DIR to a folder on another disk.`;
  const ofFolder = causes.find(
    ({ code = '', path, syscall = '' }) =>
      path !== undefined &&
      !syscall.startsWith('spawn') &&
      // On a read-only file system, Node's recursive mkdir may report a missing parent.
      (NOT_WRITABLE.has(code) || (syscall === 'mkdir' && code === 'ENOENT')),
  );
  if (ofFolder)
    return `The folder ${config.dataDir} cannot be used, because ${ofFolder.path} cannot be written (${ofFolder.code}). Give it to the user that Zapdeck runs as, or set DATA_DIR to another folder.`;
  const isOfFolder = causes.some(
    (cause) => cause instanceof PostgresFailed || cause.path?.startsWith(join(config.dataDir, '/')),
  );
  if (isOfFolder && !existsSync(databaseHome(config.dataDir))) return folderLost(config.dataDir);
  return causes.find((cause) => cause instanceof PostgresFailed)?.message;
}

export function exitCodeOf(error: unknown): number {
  const causes = causesOf(error);
  const lost = causes.find((cause) => cause instanceof CannotGoOn);
  if (lost instanceof CannotGoOn) return lost.exitCode;
  const isForOperator = causes.some((cause) => FOR_THE_OPERATOR.some((kind) => cause instanceof kind));
  return isForOperator ? CONFIG_EXIT_CODE : 1;
}

const DATABASE_FAULTS: readonly [RegExp, string][] = [
  [/^28/, 'refuses its user or password'],
  [/^3D000$/, 'does not exist: create it first'],
  [/^42501$/, 'lets its user not do this: make it the owner of the database'],
  [/^53100$/, 'has a full disk'],
  [/^(53300|57P0.|08.*)$/, 'takes no connection now, or ended it: try again'],
  [
    /^(ECONN|ENOTFOUND|EAI_|ETIMEDOUT|EHOST|ENETUNREACH|ENOENT)/,
    'cannot be reached: is it running, and the address right?',
  ],
];

/** Explains a fault of a command, which does not wait for the database. Omits the address, which may contain a password. */
export function explainCommandFault(error: unknown, config: Config): string | undefined {
  const inWords = explainStartFault(error, config);
  if (inWords !== undefined || config.databaseUrl === undefined) return inWords;
  for (const { code = '', message } of causesOf(error).filter(isDatabaseError)) {
    const words = DATABASE_FAULTS.find(([codes]) => codes.test(code))?.[1];
    if (words !== undefined) return `The database of DATABASE_URL ${words} (${message || code}).`;
  }
  return undefined;
}
