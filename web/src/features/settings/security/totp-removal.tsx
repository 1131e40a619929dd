import { t } from '@lingui/core/macro';
import { turnOffTotp } from '@zapdeck/contract/sign-in/totp';
import { callProved } from '../../../lib/call-proved.ts';
import { refreshSession } from '../../../lib/session.ts';
import { useAction } from '../../../lib/use-action.ts';
import { ConfirmButtons } from './confirm-buttons.tsx';
import { refreshTotp } from './use-totp.ts';

/** Confirms and turns off the authenticator app. */
export function TotpRemoval({ onClose }: { onClose: () => void }) {
  const { pending, start } = useAction({
    work: async () => {
      await callProved(turnOffTotp, {});
      await Promise.all([refreshTotp(), refreshSession()]);
    },
    success: { title: t`Authenticator app turned off` },
    failure: {
      action: 'turn-off-totp',
      title: t`Couldn’t turn off the authenticator app`,
      text: t`Please check your connection and try again.`,
    },
    onDone: onClose,
    leaves: true,
  });
  return (
    <div className="grid grid-cols-1 gap-5 pt-1">
      <p className="text-muted">{t`Signing in no longer asks for a code. Your recovery codes stop working too.`}</p>
      <ConfirmButtons
        confirm={t`Turn off`}
        pending={pending ? t`Saving…` : undefined}
        onConfirm={start}
        onCancel={onClose}
      />
    </div>
  );
}
