interface DatabaseFault {
  code?: string;
  constraint?: string;
}

const UNIQUE_VIOLATION = '23505';
const CHECK_VIOLATION = '23514';

function isViolation(error: unknown, code: string, constraint: string): boolean {
  // drizzle wraps what the driver threw
  const fault = (error instanceof Error && error.cause ? error.cause : error) as DatabaseFault;
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
