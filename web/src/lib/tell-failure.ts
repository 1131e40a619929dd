import { toast } from '../components/ui/toast.tsx';
import { CallError, ConnectionError } from './call.ts';
import { messageOf, reportFailedAction } from './failures.ts';
import type { ErrorData } from './report-error.ts';
import { handleExpiredSession } from './session-expiry.ts';

export interface Failure {
  /** What was tried, for the error log, and on what. */
  action: string;
  data?: ErrorData;
  title: string;
  /** Whose words explain it: `ours` alone, the `server`'s where it has some, or, unless said otherwise, whatever is known. */
  words?: 'ours' | 'server';
  /** Where the server says nothing to people. */
  text: string;
  /** The text says what is wrong with what was typed: it is true of a refusal only, not of a server that is away. */
  isOfInput?: true;
}

/** Why something has failed, in words: no network, no server, too many attempts, or what the server says of it. */
export function failureText(
  error: unknown,
  { text, isOfInput }: Pick<Failure, 'text' | 'isOfInput'>,
): string {
  if (error instanceof ConnectionError && !navigator.onLine)
    return 'You are offline. Please try again when you are connected.';
  if (error instanceof CallError) {
    const { status, fields, serverMessage, retryAfterMs = 0 } = error;
    if (status === 429) {
      const minutes = Math.ceil(retryAfterMs / 60_000);
      return `Too many attempts. Please try again in ${minutes > 1 ? `${minutes} minutes` : 'a minute'}.`;
    }
    const said = Object.values(fields)[0] ?? serverMessage;
    if (said || status < 500 || !isOfInput) return said ?? text;
  } else if (!(error instanceof ConnectionError)) {
    return isOfInput ? 'Something broke on this page. Loading it again usually helps.' : text;
  }
  return `The server cannot be reached. ${isOfInput ? 'Please try again in a moment.' : text}`;
}

function wordsFor(error: unknown, { words, text, isOfInput }: Omit<Failure, 'action' | 'title'>): string {
  if (words === 'ours') return text;
  if (words === 'server') return messageOf(error, text);
  return failureText(error, isOfInput ? { text, isOfInput } : { text });
}

/**
 * Says that something a person did has failed, and reports it unless a refusal explains it to them. An expired session
 * leads to the login instead.
 */
export function tellFailure(error: unknown, { action, data, title, ...rest }: Failure): void {
  if (handleExpiredSession(error)) return;
  const isExplained = error instanceof CallError && Object.keys(error.fields).length > 0;
  if (!isExplained) reportFailedAction(action, error, data);
  toast({ title, description: wordsFor(error, rest), variant: 'destructive' });
}
