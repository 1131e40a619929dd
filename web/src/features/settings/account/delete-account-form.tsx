import { t } from '@lingui/core/macro';
import { deleteAccount, DeleteAccountForm as DeleteAccountRules } from '@zapdeck/contract/accounts/account';
import type { CurrentUser } from '@zapdeck/contract/sign-in/auth';
import type { BodyOf } from '@zapdeck/contract/wire/route';
import { navigate } from 'wouter/use-browser-location';
import { SheetForm } from '../../../components/ui/sheet-form.tsx';
import { EmailField } from '../../../components/ui/email-field.tsx';
import { PasswordField } from '../../../components/ui/password-field.tsx';
import { toast } from '../../../lib/toasts.ts';
import { call } from '../../../lib/call.ts';
import { forgetPerson } from '../../../lib/draft.ts';
import { useForm } from '../../../lib/form.ts';
import { useAction } from '../../../lib/use-action.ts';
import { endSession } from '../../../lib/session.ts';
import { losses } from './losses.ts';
import type { Account } from './use-account.ts';

interface Props {
  user: CurrentUser;
  account: Account;
  onClose: (then?: () => void) => void;
}

/** Confirms the deletion of the account, lists what is lost, and deletes it. */
export function DeleteAccountForm({ user, account, onClose }: Props) {
  const empty: { email: string; password?: string } = account.hasPassword
    ? { email: '', password: '' }
    : { email: '' };
  const form = useForm(DeleteAccountRules, empty);
  const { ref, errors, bind } = form;
  const { pending, start } = useAction({
    form,
    work: (body: BodyOf<typeof deleteAccount>) => call(deleteAccount, { body }),
    failure: {
      action: 'delete-account',
      title: t`Couldn’t delete your account`,
    },
    onDone: () =>
      onClose(() => {
        for (const box of [localStorage, sessionStorage]) forgetPerson(box, user.id);
        navigate('/landing', { replace: true });
        endSession();
        toast({ title: t`Account deleted`, description: t`Your account and data are deleted. Take care!` });
      }),
    leaves: true,
  });

  return (
    <SheetForm
      ref={ref}
      onSubmit={form.submit(start)}
      onClose={() => onClose()}
      submit={t`Delete my account`}
      pending={pending ? t`Deleting…` : undefined}
      isDanger
    >
      <div className="grid gap-3 rounded-field bg-down-soft p-4 text-sm text-down-ink">
        <p className="font-semibold">{t`This cannot be undone.`}</p>
        <ul className="grid list-disc gap-1 ps-4.5">
          {losses(account.belongings).map((loss) => (
            <li key={loss}>{loss}</li>
          ))}
        </ul>
      </div>
      <EmailField
        {...bind('email')}
        label={t`Type your email to confirm`}
        error={errors.email}
        autoComplete="off"
      />
      {account.hasPassword ? (
        <PasswordField
          {...bind('password')}
          label={t`Password`}
          error={errors.password}
          autoComplete="current-password"
        />
      ) : null}
    </SheetForm>
  );
}
