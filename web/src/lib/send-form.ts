import { type SubmitEvent, useState } from 'react';
import { toast } from '../components/ui/toast.tsx';
import { CallError, ConnectionError } from './call.ts';
import { messageOf, reportFailedAction } from './failures.ts';
import type { Form } from './form.ts';
import { handleExpiredSession } from './session-expiry.ts';

interface Sending<Out> {
  /** What was tried, for the error log. */
  action: string;
  /** The title of the message when it fails, and its text where the server says nothing. */
  failure: { title: string; text: string };
  /** Sends what was checked and goes on from there. */
  send: (body: Out) => Promise<void>;
  /** Deals with a refusal that needs more than a message, and returns whether it did. */
  onRefused?: (refusal: CallError) => boolean;
}

const OFFLINE = 'You are offline. Please try again when you are connected.';

function failureText(error: unknown, fallback: string): string {
  if (error instanceof ConnectionError && !navigator.onLine) return OFFLINE;
  const [field] = error instanceof CallError ? Object.values(error.fields) : [];
  return field ?? messageOf(error, fallback);
}

/**
 * Sends a form once it holds, one sending at a time. A refusal is shown beside its fields and as a message; an expired
 * session leads to the login. `pending` stays true after success: the screen goes on.
 */
export function useSending<V, Out>(form: Form<V, Out>, { action, failure, send, onRefused }: Sending<Out>) {
  const [pending, setPending] = useState(false);

  const submit = async () => {
    const body = pending ? undefined : form.check();
    if (!body) return;
    setPending(true);
    try {
      await send(body);
    } catch (error) {
      setPending(false);
      if (handleExpiredSession(error)) return;
      const refusal = error instanceof CallError ? error : undefined;
      if (refusal && onRefused?.(refusal)) return;
      // What a field explains is ordinary use.
      if (!refusal || Object.keys(refusal.fields).length === 0) reportFailedAction(action, error);
      if (refusal) form.refuse(refusal.fields as Parameters<typeof form.refuse>[0]);
      toast({
        title: failure.title,
        description: failureText(error, failure.text),
        variant: 'destructive',
      });
    }
  };

  return {
    pending,
    onSubmit: (event: SubmitEvent) => {
      event.preventDefault();
      void submit();
    },
  };
}
