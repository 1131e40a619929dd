interface DatabaseFault {
  code?: string;
  constraint?: string;
}

const FOREIGN_KEY_VIOLATION = '23503';
const UNIQUE_VIOLATION = '23505';
const CHECK_VIOLATION = '23514';

function databaseFaultOf(error: unknown): DatabaseFault {
  return (error instanceof Error && error.cause ? error.cause : error) as DatabaseFault;
}

function isViolation(error: unknown, code: string, constraint: string): boolean {
  const fault = databaseFaultOf(error);
  return fault.code === code && fault.constraint === constraint;
}

export function isUniqueViolation(error: unknown, constraint: string): boolean {
  return isViolation(error, UNIQUE_VIOLATION, constraint);
}

export function isCheckViolation(error: unknown, constraint: string): boolean {
  return isViolation(error, CHECK_VIOLATION, constraint);
}

export function isForeignKeyViolation(error: unknown, constraint: string): boolean {
  return isViolation(error, FOREIGN_KEY_VIOLATION, constraint);
}

const DEADLOCK = '40P01';
const LOCK_NOT_AVAILABLE = '55P03';

export function isDeadlock(error: unknown): boolean {
  return databaseFaultOf(error).code === DEADLOCK;
}

export function isLockTimeout(error: unknown): boolean {
  return databaseFaultOf(error).code === LOCK_NOT_AVAILABLE;
}

/** Bad data (22), a constraint (23), a conflict (40, except 40003 with its unknown outcome), or a lock (55). */
export function isRolledBack(error: unknown): boolean {
  const { code } = databaseFaultOf(error);
  return code !== undefined && code !== '40003' && /^(?:22|23|40|55)...$/.test(code);
}
