import { isUnauthorized } from './call.ts';
import { reportFailedRead } from './failures.ts';
import { refreshSession } from './session.ts';

/** Reports a failed read. If the session is over, reads the current user instead. */
export function handleFailedRead(name: string, error: unknown): void {
  if (isUnauthorized(error)) void refreshSession();
  else reportFailedRead(name, error);
}
