import { t } from '@lingui/core/macro';
import { Sheet } from '../../../components/ui/sheet.tsx';
import { refreshSession } from '../../../lib/session.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { TotpRemoval } from './totp-removal.tsx';
import { type Setup, TotpSetup } from './totp-setup.tsx';

export type TotpStep = { setup: Setup } | { codes: string[] } | 'removal';

interface Props {
  open: TotpStep | undefined;
  onStep: (step: TotpStep) => void;
  onClose: () => void;
}

/** Dialogs of the authenticator app, at most one of them open. */
export default function TotpSheets({ open, onStep, onClose }: Props) {
  const setup = typeof open === 'object' && 'setup' in open ? open.setup : undefined;
  const codes = typeof open === 'object' && 'codes' in open ? open.codes : undefined;
  // The session has the rights of the role only once the codes are kept: a reload would lose them.
  const finish = () => {
    onClose();
    void refreshSession();
  };
  return (
    <>
      <Sheet open={setup !== undefined} title={t`Set up the authenticator app`} onClose={onClose}>
        {setup ? (
          <TotpSetup setup={setup} onClose={onClose} onDone={(made) => onStep({ codes: made })} />
        ) : null}
      </Sheet>
      <Sheet open={codes !== undefined} title={t`Your recovery codes`} isBusy onClose={finish}>
        {codes ? <RecoveryCodes codes={codes} onClose={finish} /> : null}
      </Sheet>
      <TotpRemoval open={open === 'removal'} onClose={onClose} />
    </>
  );
}
