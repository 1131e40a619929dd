import { t } from '@lingui/core/macro';
import { type Passkey, removePasskey } from '@zapdeck/contract/sign-in/passkeys';
import { call } from '../../../lib/call.ts';
import { refreshSession } from '../../../lib/session.ts';
import { ConfirmSheet } from '../../../components/ui/confirm-sheet.tsx';
import { useAction } from '../../../lib/use-action.ts';
import { nameOf } from './passkey-row.tsx';
import { refreshPasskeys } from './use-passkeys.ts';

interface Props {
  open: boolean;
  passkey: Passkey;
  onClose: () => void;
}

/** Confirms and removes a passkey. */
export function PasskeyRemoval({ open, passkey, onClose }: Props) {
  const { pending, start } = useAction({
    work: async () => {
      await call(removePasskey, { params: { id: passkey.id } });
      await Promise.all([refreshPasskeys(), refreshSession()]);
    },
    success: { title: t`Passkey removed`, description: t`It can no longer sign in.` },
    failure: {
      action: 'remove-passkey',
      title: t`Couldn’t remove the passkey`,
    },
    onDone: onClose,
  });
  return (
    <ConfirmSheet
      open={open}
      title={t`Remove ${{ name: nameOf(passkey) }}?`}
      confirm={t`Remove`}
      pending={pending ? t`Removing…` : undefined}
      onConfirm={start}
      onClose={onClose}
    >
      <ul className="grid list-disc gap-1.5 ps-5">
        <li>{t`It can no longer sign in to your account.`}</li>
        <li>{t`Devices that are signed in stay signed in.`}</li>
        <li>{t`Delete it on your device too, so that it is no longer offered.`}</li>
      </ul>
    </ConfirmSheet>
  );
}
