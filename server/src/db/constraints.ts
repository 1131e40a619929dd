interface DatabaseFault {
  code?: string;
  constraint?: string;
}

const UNIQUE_VIOLATION = '23505';

/** True when the statement failed because the named unique constraint already holds such a row. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  // drizzle wraps what the driver threw
  const fault = (error instanceof Error && error.cause ? error.cause : error) as DatabaseFault;
  return fault.code === UNIQUE_VIOLATION && fault.constraint === constraint;
}
