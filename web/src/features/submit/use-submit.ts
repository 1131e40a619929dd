import { type SubmitForm, submitApp } from '@zapdeck/contract/apps';
import { useState } from 'react';
import { toast } from '../../components/ui/toast.tsx';
import { CallError, call } from '../../lib/call.ts';
import { reportFailedAction } from '../../lib/failures.ts';
import { ownAppsKey } from '../../lib/own-apps.ts';
import { queryClient } from '../../lib/query-client.ts';
import { handleExpiredSession } from '../../lib/session-expiry.ts';

/** What the server's refusal says of single fields. */
function fieldErrorsOf(error: unknown): Record<string, string> {
  if (!(error instanceof CallError)) return {};
  if (error.code === 'url_taken') return { url: error.fields['url'] ?? error.serverMessage ?? error.message };
  return { ...error.fields };
}

/** Sends a submission. Resolves with the field errors, or with undefined when it arrived. */
export function useSubmit() {
  const [pending, setPending] = useState(false);

  const send = async (body: SubmitForm): Promise<Record<string, string> | undefined> => {
    setPending(true);
    try {
      await call(submitApp, { body });
      void queryClient.invalidateQueries({ queryKey: ownAppsKey });
      return undefined;
    } catch (error) {
      if (handleExpiredSession(error)) return {};
      reportFailedAction('submit', error);
      const fields = fieldErrorsOf(error);
      if (Object.keys(fields).length === 0) {
        toast({
          title: 'Submission Failed',
          description: 'Failed to submit your app. Please try again.',
          variant: 'destructive',
        });
      }
      return fields;
    } finally {
      setPending(false);
    }
  };

  return { pending, send };
}
