import { t } from '@lingui/core/macro';
import { mutationOptions } from '@tanstack/react-query';
import { changeMailPreferences, type MailPreferences } from '@zapdeck/contract/mail-preferences';
import { call, isUnauthorized } from '../../../lib/call.ts';
import { notifyError } from '../../../lib/notify-error.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { mailPreferencesKey } from '../maker/use-maker.ts';

const mutationKey = ['mail-choice'];
const show = (choice: Partial<MailPreferences>) =>
  queryClient.setQueryData<MailPreferences>(mailPreferencesKey, (known) => known && { ...known, ...choice });

/** Stores which mails the user wants. It shows each choice at once and sends them in order, so that the last one wins. */
export const mailChoice = mutationOptions({
  mutationKey,
  scope: { id: 'mail-choice' },
  mutationFn: (choice: Partial<MailPreferences>) => call(changeMailPreferences, { body: choice }),
  onMutate(choice) {
    void queryClient.cancelQueries({ queryKey: mailPreferencesKey });
    const before = queryClient.getQueryData<MailPreferences>(mailPreferencesKey);
    show(choice);
    return before;
  },
  onError(error, _choice, before) {
    notifyError(error, {
      action: 'change-mail-preferences',
      title: t`Your choice was not saved`,
      text: t`Please check your connection and try again.`,
    });
    if (before && queryClient.isMutating({ mutationKey }) === 1) show(before);
  },
  onSettled(_stored, error) {
    // A read by an expired session would replace the screen before its message is read.
    if (isUnauthorized(error) || queryClient.isMutating({ mutationKey }) > 1) return;
    void queryClient.invalidateQueries({ queryKey: mailPreferencesKey });
  },
});
