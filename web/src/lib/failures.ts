import { CallError, ConnectionError } from './call.ts';
import { type ErrorData, reportError } from './report-error.ts';

/** Statuses of intended error responses, which the screen explains. */
const expectedStatuses: readonly number[] = [401, 403, 404, 409, 429];

function isExpected(error: unknown): boolean {
  if (error instanceof CallError)
    return expectedStatuses.includes(error.status) || error.code === 'token_invalid';
  // Without a network, the report would not arrive either. With one, only this call may have failed.
  return error instanceof ConnectionError && !navigator.onLine;
}

/** Reports a failed action of a user, unless the server rejected it on purpose. */
export function reportFailedAction(action: string, error: unknown, data?: ErrorData): void {
  if (!isExpected(error)) reportError('USER_ACTION_FAILED', error, { action, ...data });
}

/** Reports a failed read, unless the server rejected it on purpose. */
export function reportFailedRead(name: string, error: unknown): void {
  if (!isExpected(error)) reportError('API_ERROR', error, { name });
}

/** Returns the server's message, or the fallback. */
export function messageOf(error: unknown, fallback: string): string {
  return (error instanceof CallError && error.serverMessage) || fallback;
}
