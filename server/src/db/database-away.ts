import pg from 'pg';

/** Value of Retry-After. A failover of Patroni takes four to nine seconds. */
export const BACK_AFTER_S = 10;
/** Classes of temporary errors: 08 connection, 40 rollback, 53 resources, 57 shutdown or timeout. */
const BUSY_CLASSES = new Set(['08', '40', '53', '57']);
/** Temporary errors of other classes: a row locked for too long, or a primary that became a replica. */
const NOT_NOW = new Set(['55P03', '25006']);
const SOCKET_ERRORS = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'EAI_AGAIN',
  'ENOTFOUND',
]);
const NO_CONNECTION = ['timeout exceeded when trying to connect', 'due to connection timeout'];
const CUT_OFF = ['Connection terminated', 'Query read timeout', 'is not queryable'];
/** Lost connections. Not 57P01, which PostgreSQL only sends before a commit. */
const CUT_OFF_CODES = new Set(['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', '40003']);

/** System errors from the driver. Errors of files and other servers have the same codes. */
const ofDatabase = new WeakSet<Error>();

/** Marks the error as one of the database, for `isDatabaseError`. */
export function markDatabaseError<T>(error: T): T {
  if (error instanceof Error) ofDatabase.add(error);
  return error;
}

export function isDatabaseError(error: Error): boolean {
  return ofDatabase.has(error) || error instanceof pg.DatabaseError;
}

export function causeOf(error: Error): Error & { code?: unknown } {
  return error.cause instanceof Error ? causeOf(error.cause) : error;
}

export function isDatabaseAway(error: Error): boolean {
  const cause = causeOf(error);
  const { code, message } = cause;
  if ([...NO_CONNECTION, ...CUT_OFF].some((text) => message.includes(text))) return true;
  if (typeof code !== 'string' || !isDatabaseError(cause)) return false;
  if (SOCKET_ERRORS.has(code) || NOT_NOW.has(code)) return true;
  return code.length === 5 && BUSY_CLASSES.has(code.slice(0, 2));
}

type Fault = Error & { code?: unknown; syscall?: unknown; severity?: unknown };

/** Returns true if a write may have succeeded: the connection broke during a statement, perhaps the commit. */
export function leavesOutcomeOpen(error: Error): boolean {
  const cause = causeOf(error) as Fault;
  const { code, message, syscall, severity } = cause;
  // PostgreSQL crashes if its log has no space. The log may already contain the commit.
  if (severity === 'PANIC') return true;
  if (syscall === 'connect' || NO_CONNECTION.some((text) => message.includes(text))) return false;
  if (typeof code === 'string')
    return isDatabaseError(cause) && (CUT_OFF_CODES.has(code) || code.startsWith('08'));
  return CUT_OFF.some((text) => message.includes(text));
}
