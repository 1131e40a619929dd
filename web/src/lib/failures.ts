import { CallError, ConnectionError } from './call.ts';
import { type ErrorData, reportError } from './report-error.ts';

/** Refusals that belong to ordinary use: the server meant them, and the screen explains them. */
const expectedStatuses: readonly number[] = [401, 403, 404, 409, 429];

function isExpected(error: unknown): boolean {
  if (error instanceof CallError)
    return expectedStatuses.includes(error.status) || error.code === 'token_invalid';
  // Without a network the report would not arrive either; with one, what failed may be that call alone.
  return error instanceof ConnectionError && !navigator.onLine;
}

/** Reports that something a person did failed, unless the server refused it on purpose. */
export function reportFailedAction(action: string, error: unknown, data?: ErrorData): void {
  if (!isExpected(error)) reportError('USER_ACTION_FAILED', error, { action, ...data });
}

/** Reports that something could not be read, unless the server refused it on purpose. */
export function reportFailedRead(name: string, error: unknown): void {
  if (!isExpected(error)) reportError('API_ERROR', error, { name });
}

/** What the server says to people about its refusal, else the fallback. */
export function messageOf(error: unknown, fallback: string): string {
  return (error instanceof CallError && error.serverMessage) || fallback;
}
