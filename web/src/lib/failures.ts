import type { ErrorType } from '@zapdeck/contract/instance/error-logs';
import { CallError, ConnectionError } from './call.ts';
import { checkConnection } from './connection.ts';
import { type ErrorData, reportError } from './report-error.ts';

/** Statuses of intended error responses, which the screen explains. */
const expectedStatuses: readonly number[] = [401, 403, 404, 409, 429];

async function isExpected(error: unknown): Promise<boolean> {
  if (error instanceof CallError)
    return expectedStatuses.includes(error.status) || error.code === 'token_invalid';
  // Without a connection, a report would not arrive either.
  return error instanceof ConnectionError && !(await checkConnection());
}

async function reportUnexpected(errorType: ErrorType, error: unknown, data: ErrorData): Promise<void> {
  if (!(await isExpected(error))) reportError(errorType, error, data);
}

/** Reports a failed action, unless the server rejected it on purpose or cannot be reached. */
export function reportFailedAction(action: string, error: unknown, data?: ErrorData): void {
  void reportUnexpected('USER_ACTION_FAILED', error, { action, ...data });
}

/** Reports a failed read, unless the server rejected it on purpose or cannot be reached. */
export function reportFailedRead(name: string, error: unknown): void {
  void reportUnexpected('API_ERROR', error, { name });
}

/** Returns the server's message, or the fallback. */
export function messageOf(error: unknown, fallback: string): string {
  return (error instanceof CallError && error.serverMessage) || fallback;
}
