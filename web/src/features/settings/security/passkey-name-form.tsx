import { t } from '@lingui/core/macro';
import {
  type Passkey,
  PASSKEY_NAME_MAX,
  RenamePasskey,
  renamePasskey,
} from '@zapdeck/contract/sign-in/passkeys';
import type { BodyOf } from '@zapdeck/contract/wire/route';
import { SheetForm } from '../../../components/ui/sheet-form.tsx';
import { Field } from '../../../components/ui/field.tsx';
import { TextInput } from '../../../components/ui/text-input.tsx';
import { call } from '../../../lib/call.ts';
import { useForm } from '../../../lib/form.ts';
import { useAction } from '../../../lib/use-action.ts';
import { refreshPasskeys } from './use-passkeys.ts';

interface Props {
  passkey: Passkey;
  onClose: () => void;
}

export function PasskeyNameForm({ passkey, onClose }: Props) {
  const form = useForm(RenamePasskey, { name: passkey.name ?? '' });
  const { ref, errors, bind } = form;
  const { pending, start } = useAction({
    form,
    work: async (body: BodyOf<typeof renamePasskey>) => {
      await call(renamePasskey, { params: { id: passkey.id }, body });
      await refreshPasskeys();
    },
    failure: {
      action: 'rename-passkey',
      title: t`Couldn’t save the name`,
    },
    onDone: onClose,
    leaves: true,
  });
  return (
    <SheetForm
      ref={ref}
      onSubmit={form.submit(start)}
      onClose={onClose}
      submit={t`Save`}
      pending={pending ? t`Saving…` : undefined}
    >
      <Field label={t`Name`} hint={t`For example, the device or app that stores it.`} error={errors.name}>
        {(control) => (
          <TextInput {...control} {...bind('name')} maxLength={PASSKEY_NAME_MAX} data-autofocus />
        )}
      </Field>
    </SheetForm>
  );
}
