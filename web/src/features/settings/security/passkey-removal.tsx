import { t } from '@lingui/core/macro';
import { type Passkey, removePasskey } from '@zapdeck/contract/passkeys';
import { Button } from '../../../components/ui/button.tsx';
import { SheetButtons } from '../../../components/ui/sheet-buttons.tsx';
import { callProved } from '../../../lib/call-proved.ts';
import { useAction } from '../../../lib/use-action.ts';
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
      await refreshPasskeys();
    },
    success: { title: t`Passkey removed`, description: t`It can no longer sign in.` },
    failure: {
      action: 'remove-passkey',
      title: t`Passkey not removed`,
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
      <SheetButtons>
        <Button variant="secondary" className="grow" data-autofocus onClick={onClose}>{t`Cancel`}</Button>
        <Button
          variant="danger"
          className="grow"
          pending={pending ? t`Removing...` : undefined}
          onClick={start}
        >
          {t`Remove`}
        </Button>
      </SheetButtons>
    </div>
  );
}
