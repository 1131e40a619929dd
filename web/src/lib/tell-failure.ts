import { toast } from '../components/ui/toast.tsx';
import { CallError, ConnectionError } from './call.ts';
import { messageOf, reportFailedAction } from './failures.ts';
import { handleExpiredSession } from './session-expiry.ts';

export interface Failure {
  /** What was tried, for the error log. */
  action: string;
  title: string;
  /** Where the server says nothing to people. */
  text: string;
}

const OFFLINE = 'You are offline. Please try again when you are connected.';

function failureText(error: unknown, fallback: string): string {
  if (error instanceof ConnectionError && !navigator.onLine) return OFFLINE;
  const [field] = error instanceof CallError ? Object.values(error.fields) : [];
  return field ?? messageOf(error, fallback);
}

/**
 * Says that something a person did has failed, and reports it unless a refusal explains it to them. An expired session
 * leads to the login instead.
 */
export function tellFailure(error: unknown, { action, title, text }: Failure): void {
  if (handleExpiredSession(error)) return;
  const isExplained = error instanceof CallError && Object.keys(error.fields).length > 0;
  if (!isExplained) reportFailedAction(action, error);
  toast({ title, description: failureText(error, text), variant: 'destructive' });
}
