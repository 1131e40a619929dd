import { type SubmitEvent, useState } from 'react';
import { CallError } from './call.ts';
import type { Form } from './form.ts';
import { type Failure, tellFailure } from './tell-failure.ts';

interface Sending<Out> {
  failure: Failure;
  /** Sends what was checked and goes on from there. */
  send: (body: Out) => Promise<void>;
  /** Deals with a refusal that needs more than a message, and returns whether it did. */
  onRefused?: (refusal: CallError) => boolean;
}

/**
 * Sends a form once it holds, one sending at a time. A refusal is shown beside its fields and as a message; an expired
 * session leads to the login. `pending` stays true after success: the screen goes on.
 */
export function useSending<V, Out>(form: Form<V, Out>, { failure, send, onRefused }: Sending<Out>) {
  const [pending, setPending] = useState(false);

  const submit = async () => {
    const body = pending ? undefined : form.check();
    if (!body) return;
    setPending(true);
    try {
      await send(body);
    } catch (error) {
      setPending(false);
      const refusal = error instanceof CallError ? error : undefined;
      if (refusal && onRefused?.(refusal)) return;
      if (refusal) form.refuse(refusal.fields as Parameters<typeof form.refuse>[0]);
      tellFailure(error, failure);
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
