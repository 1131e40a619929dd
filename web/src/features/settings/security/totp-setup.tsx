import { t } from '@lingui/core/macro';
import { startTotp, TotpForm, turnOnTotp } from '@zapdeck/contract/sign-in/totp';
import type { ResponseOf } from '@zapdeck/contract/wire/route';
import { CodeField } from '../../../components/factor/code-field.tsx';
import { SheetForm } from '../../../components/ui/sheet-form.tsx';
import { controlClass, Field } from '../../../components/ui/field.tsx';
import QrCode from '../../../components/ui/qr-code.tsx';
import { call } from '../../../lib/call.ts';
import { useForm } from '../../../lib/form.ts';
import { useAction } from '../../../lib/use-action.ts';
import { refreshTotp } from './use-totp.ts';

export type Setup = ResponseOf<typeof startTotp>;

interface Props {
  setup: Setup;
  onClose: () => void;
  onDone: (recoveryCodes: string[]) => void;
}

const GROUP = /.{4}(?=.)/g;

/** Shows the secret for an authenticator app, and confirms the app by a code. */
export function TotpSetup({ setup: { secret, uri, setup }, onClose, onDone }: Props) {
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
