import { t } from '@lingui/core/macro';
import { turnOffTotp } from '@zapdeck/contract/totp';
import { Button } from '../../../components/ui/button.tsx';
import { SheetButtons } from '../../../components/ui/sheet-buttons.tsx';
import { callProved } from '../../../lib/call-proved.ts';
import { refreshSession } from '../../../lib/session.ts';
import { useAction } from '../../../lib/use-action.ts';
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
      title: t`Not turned off`,
      text: t`Please check your connection and try again.`,
    },
    onDone: onClose,
    leaves: true,
  });
  return (
    <div className="grid gap-5 pt-1">
      <p className="text-muted">{t`Signing in no longer asks for a code. Your recovery codes end too.`}</p>
      <SheetButtons>
        <Button variant="secondary" className="grow" data-autofocus onClick={onClose}>{t`Cancel`}</Button>
        <Button
          variant="danger"
          className="grow"
          pending={pending ? t`Saving...` : undefined}
          onClick={start}
        >
          {t`Turn off`}
        </Button>
      </SheetButtons>
    </div>
  );
}
