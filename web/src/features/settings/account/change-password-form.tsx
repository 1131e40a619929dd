import { t } from '@lingui/core/macro';
import {
  changePassword,
  ChangePasswordForm as ChangePasswordRules,
} from '@zapdeck/contract/accounts/account';
import type { BodyOf } from '@zapdeck/contract/wire/route';
import type { Role } from '@zapdeck/contract/accounts/roles';
import { Button } from '../../../components/ui/button.tsx';
import { NewPasswordFields } from '../../../components/ui/new-password-fields.tsx';
import { PasswordField } from '../../../components/ui/password-field.tsx';
import { toast } from '../../../components/ui/toast.tsx';
import { callProved } from '../../../lib/call-proved.ts';
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
      await callProved(changePassword, { body });
      refreshAccount();
    },
    failure: {
      action: 'change-password',
      title: t`Couldn’t change your password`,
      text: t`Please check your connection and try again.`,
    },
    onDone: () =>
      onClose(() =>
        toast({ title: t`Password changed`, description: t`You are signed out everywhere else.` }),
      ),
    leaves: true,
  });

  return (
    <form ref={ref} noValidate className="grid gap-4 pt-1" onSubmit={form.submit(start)}>
      <PasswordField
        {...bind('currentPassword')}
        label={t`Current password`}
        reveal={{ show: t`Show current password`, hide: t`Hide current password` }}
        error={errors.currentPassword}
        autoComplete="current-password"
      />
      <NewPasswordFields form={form} isNew role={role} />
      <div className="mt-1 flex flex-wrap gap-2.5">
        <Button
          type="submit"
          className="grow"
          pending={pending ? t`Saving…` : undefined}
        >{t`Save the password`}</Button>
        <Button variant="secondary" className="grow" onClick={() => onClose()}>{t`Cancel`}</Button>
      </div>
    </form>
  );
}
