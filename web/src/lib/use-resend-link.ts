import { t } from '@lingui/core/macro';
import { resendVerification } from '@zapdeck/contract/accounts/account';
import { call } from './call.ts';
import { type Action, useAction } from './use-action.ts';

/** Returns the action that sends the link to confirm the address again. */
export function useResendLink(email: string): Action<void> {
  return useAction({
    work: () => call(resendVerification, {}),
    success: {
      title: t`Check your email`,
      description: t`A link to confirm your email address is on its way to ${email}.`,
    },
    failure: {
      action: 'resend-verification',
      title: t`Couldn’t send the link`,
    },
  });
}
