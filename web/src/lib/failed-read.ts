import { isUnauthorized } from './call.ts';
import { reportFailedRead } from './failures.ts';
import { refreshSession } from './session.ts';

/** Reports a failed read. If it was refused because the session is over, reads the current user again instead. */
export function handleFailedRead(name: string, error: unknown): void {
  if (isUnauthorized(error)) void refreshSession();
  else reportFailedRead(name, error);
}
