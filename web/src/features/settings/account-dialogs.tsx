import { plural, t } from '@lingui/core/macro';
import {
  changePassword,
  ChangePasswordForm as ChangePasswordRules,
  deleteAccount,
  DeleteAccountForm as DeleteAccountRules,
} from '@zapdeck/contract/accounts/account';
import { changeEmail, ChangeEmailForm as ChangeEmailRules } from '@zapdeck/contract/accounts/change-email';
import type { Role } from '@zapdeck/contract/accounts/roles';
import type { CurrentUser } from '@zapdeck/contract/sign-in/auth';
import type { BodyOf } from '@zapdeck/contract/wire/route';
import { navigate } from 'wouter/use-browser-location';
import { EmailField } from '../../components/ui/email-field.tsx';
import { NewPasswordFields } from '../../components/ui/new-password-fields.tsx';
import { PasswordField } from '../../components/ui/password-field.tsx';
import { SheetForm } from '../../components/ui/sheet-form.tsx';
import { Sheet } from '../../components/ui/sheet.tsx';
import { call } from '../../lib/call.ts';
import { forgetPerson } from '../../lib/draft.ts';
import { useForm } from '../../lib/form.ts';
import { endSession } from '../../lib/session.ts';
import { toast } from '../../lib/toasts.ts';
import { useAction } from '../../lib/use-action.ts';
import { type Account, refreshAccount } from './account.ts';

interface Props {
  email: string;
  onClose: (then?: () => void) => void;
}

/** Form that requests another email. A link to the new address confirms it. */
function ChangeEmailForm({ email, onClose }: Props) {
  const form = useForm(ChangeEmailRules, { email: '' });
  const { ref, errors, bind } = form;
  const { pending, start } = useAction({
    form,
    work: async (body: BodyOf<typeof changeEmail>) => {
      await call(changeEmail, { body });
      refreshAccount();
      return body.email;
    },
    failure: {
      action: 'change-email',
      title: t`Couldn’t send the link`,
    },
    onDone: (asked) =>
      onClose(() =>
        toast({
          title: t`Check your email`,
          description: t`A link to confirm it is on its way to ${asked}.`,
        }),
      ),
    leaves: true,
  });

  return (
    <SheetForm
      ref={ref}
      onSubmit={form.submit(start)}
      onClose={() => onClose()}
      submit={t`Send the link`}
      pending={pending ? t`Sending…` : undefined}
    >
      <p className="wrap-anywhere text-muted">
        {t`We’ll send a link to the new address. Your email changes when you confirm it there. For seven days, you can undo the change with a link that we send to ${email}.`}
      </p>
      <EmailField {...bind('email')} label={t`New email`} error={errors.email} autoComplete="email" />
    </SheetForm>
  );
}

interface ChangePasswordFormProps {
  role: Role;
  onClose: (then?: () => void) => void;
}

/** Form to change the password, which asks for the current one. Other devices are signed out. */
function ChangePasswordForm({ role, onClose }: ChangePasswordFormProps) {
  const form = useForm(ChangePasswordRules, { currentPassword: '', password: '', confirmPassword: '' });
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

/** Returns what deleting an account removes, one line per kind. Leaves out kinds without items. */
export function losses({ approvedApps, otherApps, votes, reports }: Account['belongings']): string[] {
  return [
    t`Your profile, your history and your sessions are deleted.`,
    ...(votes > 0 ? [plural(votes, { one: '# vote is removed.', other: '# votes are removed.' })] : []),
    ...(reports > 0
      ? [plural(reports, { one: '# report is deleted.', other: '# reports are deleted.' })]
      : []),
    ...(otherApps > 0
      ? [
          plural(otherApps, {
            one: '# other submission is deleted.',
            other: '# other submissions are deleted.',
          }),
        ]
      : []),
    ...(approvedApps > 0
      ? [
          plural(approvedApps, {
            one: '# approved app stays in the deck, without your name.',
            other: '# approved apps stay in the deck, without your name.',
          }),
        ]
      : []),
  ];
}

interface DeleteAccountFormProps {
  user: CurrentUser;
  account: Account;
  onClose: (then?: () => void) => void;
}

/** Confirms the deletion of the account, lists what is lost, and deletes it. */
function DeleteAccountForm({ user, account, onClose }: DeleteAccountFormProps) {
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

export type AccountDialog = 'email' | 'password' | 'delete';

interface AccountDialogsProps {
  open: AccountDialog | undefined;
  user: CurrentUser;
  account: Account;
  /** `then` runs after the dialog has closed, because a toast shown earlier would close with it. */
  onClose: (then?: () => void) => void;
  onClosed: () => void;
}

/** Dialogs of the account, at most one of them open. Closing one discards typed text. */
export default function AccountDialogs({ open, user, account, onClose, onClosed }: AccountDialogsProps) {
  const common = { onClose: () => onClose(), onClosed };
  return (
    <>
      <Sheet {...common} open={open === 'email'} title={t`Change email`}>
        <ChangeEmailForm email={user.email ?? ''} onClose={onClose} />
      </Sheet>
      <Sheet {...common} open={open === 'password'} title={t`Change password`}>
        <ChangePasswordForm role={user.role} onClose={onClose} />
      </Sheet>
      <Sheet {...common} open={open === 'delete'} title={t`Delete my account`}>
        <DeleteAccountForm user={user} account={account} onClose={onClose} />
      </Sheet>
    </>
  );
}
