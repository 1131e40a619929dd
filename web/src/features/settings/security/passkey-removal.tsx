import { t } from '@lingui/core/macro';
import { type Passkey, removePasskey } from '@zapdeck/contract/sign-in/passkeys';
import { callProved } from '../../../lib/call-proved.ts';
import { refreshSession } from '../../../lib/session.ts';
import { useAction } from '../../../lib/use-action.ts';
import { ConfirmButtons } from './confirm-buttons.tsx';
import { refreshPasskeys } from './use-passkeys.ts';

interface Props {
  passkey: Passkey;
  onClose: () => void;
}

/** Confirms and removes a passkey. */
export function PasskeyRemoval({ passkey, onClose }: Props) {
  const { pending, start } = useAction({
    work: async () => {
      await callProved(removePasskey, { params: { id: passkey.id } });
      await Promise.all([refreshPasskeys(), refreshSession()]);
    },
    success: { title: t`Passkey removed`, description: t`It can no longer sign in.` },
    failure: {
      action: 'remove-passkey',
      title: t`Couldn’t remove the passkey`,
      text: t`Please check your connection and try again.`,
    },
    onDone: onClose,
    leaves: true,
  });
  return (
    <div className="grid gap-5 pt-1">
      <ul className="grid list-disc gap-1.5 ps-5">
        <li>{t`It can no longer sign in to your account.`}</li>
        <li>{t`Devices that are signed in stay signed in.`}</li>
        <li>{t`Delete it on your device too, so that it is no longer offered.`}</li>
      </ul>
      <ConfirmButtons
        confirm={t`Remove`}
        pending={pending ? t`Removing…` : undefined}
        onConfirm={start}
        onCancel={onClose}
      />
    </div>
  );
}
