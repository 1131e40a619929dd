import { t } from '@lingui/core/macro';
import { mutationOptions } from '@tanstack/react-query';
import { isUnauthorized } from '../../lib/call.ts';
import { notifyError } from '../../lib/notify-error.ts';
import { queryClient } from '../../lib/query-client.ts';

interface ChoiceOptions<Stored, Choice> {
  action: string;
  queryKey: readonly string[];
  apply: (stored: Stored, choice: Choice) => Stored;
  send: (choice: Choice) => Promise<unknown>;
}

/** Options of a mutation that stores a choice. Choices show at once and are sent in order, so that the last one wins. */
export function storedChoice<Stored, Choice>({
  action,
  queryKey,
  apply,
  send,
}: ChoiceOptions<Stored, Choice>) {
  const mutationKey = [action];
  return mutationOptions({
    mutationKey,
    scope: { id: action },
    mutationFn: send,
    onMutate(choice: Choice) {
      void queryClient.cancelQueries({ queryKey });
      const before = queryClient.getQueryData<Stored>(queryKey);
      if (before !== undefined) queryClient.setQueryData<Stored>(queryKey, apply(before, choice));
      return before;
    },
    onError(error, _choice, before) {
      notifyError(error, {
        action,
        title: t`Couldn’t save your choice`,
      });
      if (before !== undefined && queryClient.isMutating({ mutationKey }) === 1)
        queryClient.setQueryData<Stored>(queryKey, before);
    },
    onSettled(_stored, error) {
      // A read by an expired session would replace the screen before its message is read.
      if (isUnauthorized(error) || queryClient.isMutating({ mutationKey }) > 1) return;
      void queryClient.invalidateQueries({ queryKey });
    },
  });
}
