import { t } from '@lingui/core/macro';
import {
  changePassword,
  ChangePasswordForm as ChangePasswordRules,
} from '@zapdeck/contract/accounts/account';
import type { BodyOf } from '@zapdeck/contract/wire/route';
import type { Role } from '@zapdeck/contract/accounts/roles';
import { SheetForm } from '../../../components/ui/sheet-form.tsx';
import { NewPasswordFields } from '../../../components/ui/new-password-fields.tsx';
import { PasswordField } from '../../../components/ui/password-field.tsx';
import { toast } from '../../../lib/toasts.ts';
import { call } from '../../../lib/call.ts';
import { useForm } from '../../../lib/form.ts';
import { useAction } from '../../../lib/use-action.ts';
import { refreshAccount } from './use-account.ts';

interface Props {
  role: Role;
  onClose: (then?: () => void) => void;
}

const empty = { currentPassword: '', password: '', confirmPassword: '' };

/** Form to change the password, which asks for the current one. Other devices are signed out. */
export function ChangePasswordForm({ role, onClose }: Props) {
  const form = useForm(ChangePasswordRules, empty);
  const { ref, errors, bind } = form;
  const { pending, start } = useAction({
    form,
    work: async (body: BodyOf<typeof changePassword>) => {
      await call(changePassword, { body });
      refreshAccount();
    },
    failure: {
      action: 'change-password',
      title: t`Couldn’t change your password`,
    },
    onDone: () =>
      onClose(() =>
        toast({ title: t`Password changed`, description: t`You are signed out everywhere else.` }),
      ),
    leaves: true,
  });

  return (
    <SheetForm
      ref={ref}
      onSubmit={form.submit(start)}
      onClose={() => onClose()}
      submit={t`Save the password`}
      pending={pending ? t`Saving…` : undefined}
    >
      <PasswordField
        {...bind('currentPassword')}
        label={t`Current password`}
        reveal={{ show: t`Show current password`, hide: t`Hide current password` }}
        error={errors.currentPassword}
        autoComplete="current-password"
      />
      <NewPasswordFields form={form} isNew role={role} />
    </SheetForm>
  );
}
