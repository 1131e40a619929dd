import { t } from '@lingui/core/macro';
import { deleteAccount, DeleteAccountForm as DeleteAccountRules } from '@zapdeck/contract/accounts/account';
import type { CurrentUser } from '@zapdeck/contract/sign-in/auth';
import type { BodyOf } from '@zapdeck/contract/wire/route';
import { navigate } from 'wouter/use-browser-location';
import { Button } from '../../../components/ui/button.tsx';
import { EmailField } from '../../../components/ui/email-field.tsx';
import { PasswordField } from '../../../components/ui/password-field.tsx';
import { toast } from '../../../components/ui/toast.tsx';
import { callProved } from '../../../lib/call-proved.ts';
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
    work: (body: BodyOf<typeof deleteAccount>) => callProved(deleteAccount, { body }),
    failure: {
      action: 'delete-account',
      title: t`Couldn’t delete your account`,
      text: t`Please check your connection and try again.`,
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
    <form ref={ref} noValidate className="grid gap-5" onSubmit={form.submit(start)}>
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
      <div className="flex flex-wrap gap-2.5">
        <Button
          type="submit"
          variant="danger"
          className="grow"
          pending={pending ? t`Deleting…` : undefined}
        >{t`Delete my account`}</Button>
        <Button variant="secondary" className="grow" onClick={() => onClose()}>{t`Cancel`}</Button>
      </div>
    </form>
  );
}
