import pg from 'pg';

/** What is away is back by then most often: where Patroni hands over to another primary, after four to nine seconds. */
export const BACK_AFTER_S = 10;
/**
 * Classes of PostgreSQL errors that say: not now. 08 connection, 40 rolled back for another transaction's sake, 53
 * resources, 57 the server is going down or has no more time.
 */
const BUSY_CLASSES = new Set(['08', '40', '53', '57']);
/**
 * Somebody else has had the row for too long, or the server is no primary any more and those who lead to it do not know yet;
 * the rest of their classes are faults of ours.
 */
const NOT_NOW = new Set(['55P03', '25006']);
const SOCKET_ERRORS = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  // No way to where it is, and nobody who knows where that is.
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'EAI_AGAIN',
  'ENOTFOUND',
]);
/** What the driver says without a code when it got no connection in time. */
const NO_CONNECTION = ['timeout exceeded when trying to connect', 'due to connection timeout'];
/** What it says of one that ended, or gave no answer in time; the last when a transaction can't even be rolled back. */
const CUT_OFF = ['Connection terminated', 'Query read timeout', 'is not queryable'];
/**
 * The connection went; 40003 says itself that nobody knows. Not 57P01: a server that is told to stop says so only before it
 * commits, and of what waits for a standby then it just hangs up.
 */
const CUT_OFF_CODES = new Set(['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', '40003']);

/** Errors of the system, such as ENOENT, that the driver passed on. Files and other servers have errors with the same codes. */
const ofDatabase = new WeakSet<Error>();

/** Remembers that the error came from the database driver. Returns it. */
export function markDatabaseError<T>(error: T): T {
  if (error instanceof Error) ofDatabase.add(error);
  return error;
}

/** Returns true if the error itself, not one that it wraps, came from the database or its driver. */
export function isDatabaseError(error: Error): boolean {
  return ofDatabase.has(error) || error instanceof pg.DatabaseError;
}

/** What the driver threw, which drizzle wraps. */
export function causeOf(error: Error): Error & { code?: unknown } {
  return error.cause instanceof Error ? causeOf(error.cause) : error;
}

/** Whether the error says that the database could not be asked now, and not that anything was wrong with the question. */
export function isDatabaseAway(error: Error): boolean {
  const cause = causeOf(error);
  const { code, message } = cause;
  if ([...NO_CONNECTION, ...CUT_OFF].some((text) => message.includes(text))) return true;
  if (typeof code !== 'string' || !isDatabaseError(cause)) return false;
  if (SOCKET_ERRORS.has(code) || NOT_NOW.has(code)) return true;
  return code.length === 5 && BUSY_CLASSES.has(code.slice(0, 2));
}

type Fault = Error & { code?: unknown; syscall?: unknown; severity?: unknown };

/**
 * Whether the error leaves open what became of a write that was under way: the connection was cut while a statement was,
 * which may have been the commit. Whatever PostgreSQL itself refused, and what never reached it, changed nothing.
 */
export function leavesOutcomeOpen(error: Error): boolean {
  const cause = causeOf(error) as Fault;
  const { code, message, syscall, severity } = cause;
  // It crashes in the middle of what it was doing, for want of room for its log: the commit may be in what it has written.
  if (severity === 'PANIC') return true;
  if (syscall === 'connect' || NO_CONNECTION.some((text) => message.includes(text))) return false;
  if (typeof code === 'string')
    return isDatabaseError(cause) && (CUT_OFF_CODES.has(code) || code.startsWith('08'));
  return CUT_OFF.some((text) => message.includes(text));
}
