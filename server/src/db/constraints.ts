interface DatabaseFault {
  code?: string;
  constraint?: string;
}

const FOREIGN_KEY_VIOLATION = '23503';
const UNIQUE_VIOLATION = '23505';
const CHECK_VIOLATION = '23514';

function faultOf(error: unknown): DatabaseFault {
  // drizzle wraps what the driver threw
  return (error instanceof Error && error.cause ? error.cause : error) as DatabaseFault;
}

function isViolation(error: unknown, code: string, constraint: string): boolean {
  const fault = faultOf(error);
  return fault.code === code && fault.constraint === constraint;
}

/** True when the statement failed because the named unique constraint already holds such a row. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  return isViolation(error, UNIQUE_VIOLATION, constraint);
}

/** True when the statement failed because the named check does not allow such a row. */
export function isCheckViolation(error: unknown, constraint: string): boolean {
  return isViolation(error, CHECK_VIOLATION, constraint);
}

/** True when the statement failed because what the named constraint refers to is not there, or not any more. */
export function isForeignKeyViolation(error: unknown, constraint: string): boolean {
  return isViolation(error, FOREIGN_KEY_VIOLATION, constraint);
}

const DEADLOCK = '40P01';
const LOCK_NOT_AVAILABLE = '55P03';

/** True when the statement was given up because it and others waited for each other. */
export function isDeadlock(error: unknown): boolean {
  return faultOf(error).code === DEADLOCK;
}

/** True when the statement did not get a lock in the time that it had. */
export function isLockTimeout(error: unknown): boolean {
  return faultOf(error).code === LOCK_NOT_AVAILABLE;
}

/**
 * True when PostgreSQL itself said that it undid the transaction, for a reason that may be another one's in it: what the
 * data or a constraint does not allow (22, 23), a conflict (40, but for 40003, which says that nobody knows), a lock (55).
 */
export function isRolledBack(error: unknown): boolean {
  const { code } = faultOf(error);
  return code !== undefined && code !== '40003' && /^(?:22|23|40|55)...$/.test(code);
}
