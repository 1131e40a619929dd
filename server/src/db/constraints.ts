interface DatabaseFault {
  code?: string;
  constraint?: string;
}

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
