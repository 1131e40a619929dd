import { t } from '@lingui/core/macro';
import { ResetPasswordForm, resetPassword } from '@zapdeck/contract/accounts/account';
import type { BodyOf } from '@zapdeck/contract/wire/route';
import { useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { Notice } from '../../components/layout/notice.tsx';
import { Button } from '../../components/ui/button.tsx';
import { ButtonLink } from '../../components/ui/button-link.tsx';
import { NewPasswordFields } from '../../components/ui/new-password-fields.tsx';
import { announce } from '../../lib/announce.ts';
import { CallError, call } from '../../lib/call.ts';
import { useForm } from '../../lib/form.ts';
import { refreshSession } from '../../lib/session.ts';
import { useAction } from '../../lib/use-action.ts';
import { AuthPage } from './auth-page.tsx';
import { useLinkToken } from '../../lib/link-token.ts';

const spent = () => t`This link does not work`;

/** Sets a new password with the link of a mail. */
export default function ResetPasswordScreen() {
  const token = useLinkToken();
  const form = useForm(ResetPasswordForm, { token, password: '', confirmPassword: '' });
  const { ref } = form;
  const [isSpent, setSpent] = useState(!ResetPasswordForm.shape.token.safeParse(token).success);
  const { pending, start } = useAction({
    form,
    work: async (body: BodyOf<typeof resetPassword>) => {
      await call(resetPassword, { body });
      // Every session of the account has ended. The login is closed to users who still seem signed in.
      await refreshSession();
    },
    success: { title: t`Password changed`, description: t`Please log in with your new password.` },
    failure: {
      action: 'reset-password',
      title: t`Couldn’t change your password`,
    },
    onDone: () => navigate('/login', { replace: true }),
    leaves: true,
    onError(error) {
      if (!(error instanceof CallError && error.code === 'token_invalid')) return false;
      setSpent(true);
      announce(spent());
      return true;
    },
  });

  if (isSpent) {
    return (
      <Notice title={spent()} text={t`This link has expired or was already used. Request a new one.`}>
        <ButtonLink href="/forgot-password">{t`Ask for a new link`}</ButtonLink>
      </Notice>
    );
  }
  return (
    <AuthPage title={t`New password`} text={t`Choose a new password for your account.`}>
      <form ref={ref} noValidate className="grid gap-4" onSubmit={form.submit(start)}>
        <NewPasswordFields form={form} />
        <Button
          type="submit"
          size="lg"
          className="mt-1 w-full"
          pending={pending ? t`Saving…` : undefined}
        >{t`Save the password`}</Button>
      </form>
    </AuthPage>
  );
}
