/**
 * Classes of PostgreSQL errors that say: not now. 08 connection, 40 rolled back for another transaction's sake, 53
 * resources, 57 the server is going down or has no more time.
 */
const BUSY_CLASSES = new Set(['08', '40', '53', '57']);
/** Somebody else has had the row for too long; the rest of its class is a fault of ours. */
const LOCK_NOT_AVAILABLE = '55P03';
const SOCKET_ERRORS = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT']);
/** What the driver says without a code: no connection in time, one that ended, no answer in time. */
const DRIVER_MESSAGES = [
  'timeout exceeded when trying to connect',
  'Connection terminated',
  'Query read timeout',
];

/** What the driver threw, which drizzle wraps. */
export function causeOf(error: Error): Error & { code?: unknown } {
  return error.cause instanceof Error ? causeOf(error.cause) : error;
}

/** Whether the error says that the database could not be asked now, and not that anything was wrong with the question. */
export function isDatabaseAway(error: Error): boolean {
  const { code, message } = causeOf(error);
  if (DRIVER_MESSAGES.some((text) => message.includes(text))) return true;
  if (typeof code !== 'string') return false;
  if (SOCKET_ERRORS.has(code) || code === LOCK_NOT_AVAILABLE) return true;
  return code.length === 5 && BUSY_CLASSES.has(code.slice(0, 2));
}
