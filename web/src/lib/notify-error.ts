import { plural, t } from '@lingui/core/macro';
import { toast } from './toasts.ts';
import { CallError, ConnectionError } from './call.ts';
import { messageOf, reportFailedAction } from './failures.ts';
import type { ErrorData } from './report-error.ts';
import { handleExpiredSession } from './session-expiry.ts';

export interface Failure {
  action: string;
  data?: ErrorData;
  title: string;
  /** `ours` always shows `text`. `server` prefers the server's message. Default: `failureText`. */
  words?: 'ours' | 'server';
  /** Used when the server sends no message. Default: asks to try again. */
  text?: string;
  /** The text blames the input, so it is shown only for refusals. */
  isOfInput?: true;
}

/** Returns why an action failed: no network, no server, too many attempts, or the server's message. */
export function failureText(
  error: unknown,
  { text = t`Please try again.`, isOfInput }: Pick<Failure, 'text' | 'isOfInput'>,
): string {
  if (error instanceof ConnectionError && !navigator.onLine)
    return t`You are offline. Please try again when you are connected.`;
  if (error instanceof CallError) {
    const { status, fields, serverMessage, retryAfterMs = 0 } = error;
    if (status === 429) {
      const minutes = Math.max(1, Math.ceil(retryAfterMs / 60_000));
      return t`${plural(minutes, {
        1: 'Too many attempts. Please try again in a minute.',
        other: 'Too many attempts. Please try again in # minutes.',
      })}`;
    }
    const said = Object.values(fields)[0] ?? serverMessage;
    if (said || status < 500 || !isOfInput) return said ?? text;
  } else if (!(error instanceof ConnectionError)) {
    return isOfInput ? t`Something went wrong on this page. Reloading usually helps.` : text;
  }
  return isOfInput
    ? t`The server cannot be reached. Please try again in a moment.`
    : t`The server cannot be reached. ${text}`;
}

function wordsFor(error: unknown, failure: Failure): string {
  const { words, text = t`Please try again.` } = failure;
  if (words === 'ours') return text;
  return words === 'server' ? messageOf(error, text) : failureText(error, failure);
}

/** Shows that an action failed. Reports it unless field errors explain it. Opens the login if the session has expired. */
export function notifyError(error: unknown, failure: Failure): void {
  const { action, data, title } = failure;
  if (handleExpiredSession(error)) return;
  const isExplained = error instanceof CallError && Object.keys(error.fields).length > 0;
  if (!isExplained) reportFailedAction(action, error, data);
  toast({ title, description: wordsFor(error, failure), variant: 'destructive' });
}
