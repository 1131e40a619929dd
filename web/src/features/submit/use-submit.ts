import { type SubmitForm, submitApp } from '@zapdeck/contract/apps';
import { useRef, useState } from 'react';
import { CallError } from '../../lib/call.ts';
import { callOnce, mayPass, newId } from '../../lib/idempotency.ts';
import { ownAppsKey } from '../../lib/own-apps.ts';
import { queryClient } from '../../lib/query-client.ts';
import { tellFailure } from '../../lib/tell-failure.ts';
import { previewKey } from './use-preview.ts';

const FAILED = 'Failed to submit your app. Please try again.';

/** Sends a submission. Resolves with the field errors, or with undefined when it arrived. */
export function useSubmit() {
  const [pending, setPending] = useState(false);
  // A submission whose answer was lost is met again as itself, and not as a second one of the same address.
  const lost = useRef<{ words: string; key: string }>(undefined);

  const send = async (body: SubmitForm): Promise<Record<string, string> | undefined> => {
    setPending(true);
    const words = JSON.stringify(body);
    const key = lost.current?.words === words ? lost.current.key : newId();
    try {
      await callOnce(submitApp, { body }, key);
      void queryClient.invalidateQueries({ queryKey: ownAppsKey });
      queryClient.removeQueries({ queryKey: [previewKey] });
      return undefined;
    } catch (error) {
      if (mayPass(error)) lost.current = { words, key };
      const fields = error instanceof CallError ? { ...error.fields } : {};
      const [text = FAILED] = Object.values(fields);
      tellFailure(error, { action: 'submit', title: 'Submission Failed', text, words: 'ours' });
      return fields;
    } finally {
      setPending(false);
    }
  };

  return { pending, send };
}
