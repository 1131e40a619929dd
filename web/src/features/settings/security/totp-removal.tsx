import { t } from '@lingui/core/macro';
import { turnOffTotp } from '@zapdeck/contract/sign-in/totp';
import { call } from '../../../lib/call.ts';
import { refreshSession } from '../../../lib/session.ts';
import { ConfirmSheet } from '../../../components/ui/confirm-sheet.tsx';
import { useAction } from '../../../lib/use-action.ts';
import { refreshTotp } from './use-totp.ts';

/** Confirms and turns off the authenticator app. */
export function TotpRemoval({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { pending, start } = useAction({
    work: async () => {
      await call(turnOffTotp, {});
      await Promise.all([refreshTotp(), refreshSession()]);
    },
    success: { title: t`Authenticator app turned off` },
    failure: {
      action: 'turn-off-totp',
      title: t`Couldn’t turn off the authenticator app`,
    },
    onDone: onClose,
  });
  return (
    <ConfirmSheet
      open={open}
      title={t`Turn off the authenticator app?`}
      confirm={t`Turn off`}
      pending={pending ? t`Saving…` : undefined}
      onConfirm={start}
      onClose={onClose}
    >
      <p className="text-muted">{t`Signing in no longer asks for a code. Your recovery codes stop working too.`}</p>
    </ConfirmSheet>
  );
}
