import { type Config, ConfigError } from './config.ts';
import { DataFolderInUse } from '../db/embedded/leftover.ts';
import { UnusableSchema } from '../db/migrate.ts';

/** What PostgreSQL's programs, its server, the system's calls and its queries say of a full disk. */
const NO_SPACE = /No space left on device|Disk quota exceeded|\bENOSPC\b|\bEDQUOT\b/;
const DISK_FULL = '53100';
const NOT_WRITABLE = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR']);
/** Their messages are written for the operator. */
const IN_WORDS = [ConfigError, DataFolderInUse, UnusableSchema];
const UNPRIVILEGED_FROM = 1_024;

interface SystemError extends Error {
  code?: string;
  syscall?: string;
  port?: number;
  path?: string;
  stderr?: string;
}

/** The error and what caused it, outermost first. */
function causesOf(error: unknown): SystemError[] {
  return error instanceof Error ? [error, ...causesOf(error.cause)] : [];
}

function ofPort({ code, port }: SystemError, { host, demoPort }: Config): string {
  if (code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT')
    return `HOST, ${host}, is no address of this machine: set it to one, or to 0.0.0.0 for all.`;
  const [what, name] = port === demoPort ? ['The port of the demo apps', 'DEMO_PORT'] : ['The port', 'PORT'];
  if (code === 'EADDRINUSE')
    return `${what}, ${port}, is taken, perhaps by another Zapdeck: set ${name} to a free one.`;
  if (code === 'EACCES' && (port ?? 0) < UNPRIVILEGED_FROM)
    return `${what}, ${port}, is for root alone: set ${name} to one from ${UNPRIVILEGED_FROM} on, with a proxy before it, or let the program have CAP_NET_BIND_SERVICE.`;
  return `${what}, ${port}, cannot be opened (${code}): set ${name} to another one.`;
}

/** In one sentence what of the machine or the settings keeps a start from going on; undefined for a fault of ours. */
export function startFaultInWords(error: unknown, config: Config): string | undefined {
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
    return `The disk of ${config.dataDir} is full: the database needs at least 100 MB to begin with, so free some, or set DATA_DIR to a folder elsewhere.`;
  const ofFolder = causes.find(
    ({ code = '', path, syscall = '' }) =>
      path !== undefined &&
      !syscall.startsWith('spawn') &&
      // On a read-only file system, Node's mkdir of a whole path may say that the folder above is missing.
      (NOT_WRITABLE.has(code) || (syscall === 'mkdir' && code === 'ENOENT')),
  );
  if (ofFolder)
    return `The folder ${config.dataDir} cannot be used, because ${ofFolder.path} cannot be written (${ofFolder.code}): give it to the user that Zapdeck runs as, or set DATA_DIR to another one.`;
  return undefined;
}
