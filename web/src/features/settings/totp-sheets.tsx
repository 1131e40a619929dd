import { t } from '@lingui/core/macro';
import { startTotp, TotpForm, turnOffTotp, turnOnTotp } from '@zapdeck/contract/sign-in/totp';
import type { ResponseOf } from '@zapdeck/contract/wire/route';
import { CodeField } from '../../components/factor/code-field.tsx';
import { Button } from '../../components/ui/button.tsx';
import { ConfirmSheet } from '../../components/ui/confirm-sheet.tsx';
import { controlClass, Field } from '../../components/ui/field.tsx';
import QrCode from '../../components/ui/qr-code.tsx';
import { SheetButtons, SheetForm } from '../../components/ui/sheet-form.tsx';
import { Sheet } from '../../components/ui/sheet.tsx';
import { call } from '../../lib/call.ts';
import { useForm } from '../../lib/form.ts';
import { saveFile } from '../../lib/save-file.ts';
import { refreshSession } from '../../lib/session.ts';
import { copyAndSay } from '../../lib/share-app.ts';
import { useAction } from '../../lib/use-action.ts';
import { refreshTotp } from './totp.ts';
import './recovery-codes.css';

/** New recovery codes, to keep. */
function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const text = `${location.host}\n${codes.join('\n')}\n`;
  const said = () => ({ title: t`Codes copied`, description: t`Keep them as safe as a password.` });
  return (
    <div className="grid grid-cols-1 gap-5 pt-1">
      <p className="text-muted">{t`If you lose your phone, each code signs you in once. They are shown only now, so keep them in a safe place.`}</p>
      <div dir="ltr" translate="no" className="recovery-codes rounded-field bg-raised px-5 py-4 font-mono">
        <p className="mb-4 hidden print:block">{location.host}</p>
        <ul className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
      </div>
      <div className="flex flex-wrap gap-2.5">
        <Button
          className="grow"
          data-autofocus
          onClick={() => void copyAndSay(text, said())}
        >{t`Copy`}</Button>
        <Button
          variant="secondary"
          className="grow"
          onClick={() => saveFile('recovery-codes.txt', text, 'text/plain')}
        >{t`Download`}</Button>
        <Button variant="secondary" className="grow" onClick={() => print()}>{t`Print`}</Button>
      </div>
      <SheetButtons>
        <Button variant="secondary" onClick={onClose}>{t`Done`}</Button>
      </SheetButtons>
    </div>
  );
}

/** Confirms and turns off the authenticator app. */
function TotpRemoval({ open, onClose }: { open: boolean; onClose: () => void }) {
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

type Setup = ResponseOf<typeof startTotp>;

interface Props {
  setup: Setup;
  onClose: () => void;
  onDone: (recoveryCodes: string[]) => void;
}

const GROUP = /.{4}(?=.)/g;

/** Shows the secret for an authenticator app, and confirms the app by a code. */
function TotpSetup({ setup: { secret, uri, setup }, onClose, onDone }: Props) {
  const form = useForm(TotpForm, { code: '' });
  const { ref, errors, bind } = form;
  const { pending, start } = useAction({
    form,
    work: async ({ code }: { code: string }) => {
      const { recoveryCodes } = await call(turnOnTotp, { body: { setup, code } });
      await refreshTotp();
      return recoveryCodes;
    },
    success: { title: t`Authenticator app turned on` },
    failure: {
      action: 'turn-on-totp',
      title: t`Couldn’t turn on the authenticator app`,
    },
    onDone,
    leaves: true,
  });
  return (
    <SheetForm
      ref={ref}
      onSubmit={form.submit(start)}
      onClose={onClose}
      submit={t`Turn on`}
      pending={pending ? t`Checking…` : undefined}
    >
      <p className="text-muted">{t`Scan this code with an authenticator app or a password manager. Then enter the code that it shows.`}</p>
      <QrCode text={uri} label={t`QR code for the authenticator app`} />
      <Field label={t`Key, if you cannot scan`}>
        {(control) => (
          <textarea
            {...control}
            dir="ltr"
            translate="no"
            rows={1}
            className={`${controlClass} field-sizing-content resize-none font-mono text-sm/6`}
            readOnly
            value={secret.replace(GROUP, '$& ')}
            onFocus={(event) => event.currentTarget.select()}
          />
        )}
      </Field>
      <CodeField {...bind('code')} error={errors.code} hasRecovery={false} />
    </SheetForm>
  );
}

export type TotpStep = { setup: Setup } | { codes: string[] } | 'removal';

interface TotpSheetsProps {
  open: TotpStep | undefined;
  onStep: (step: TotpStep) => void;
  onClose: () => void;
}

/** Dialogs of the authenticator app, at most one of them open. */
export default function TotpSheets({ open, onStep, onClose }: TotpSheetsProps) {
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
