import { ResetPasswordForm, resetPassword } from '@zapdeck/contract/account';
import { useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { Notice } from '../../components/layout/notice.tsx';
import { Button } from '../../components/ui/button.tsx';
import { ButtonLink } from '../../components/ui/button-link.tsx';
import { NewPasswordFields } from '../../components/ui/new-password-fields.tsx';
import { toast } from '../../components/ui/toast.tsx';
import { announce } from '../../lib/announce.ts';
import { call } from '../../lib/call.ts';
import { useForm } from '../../lib/form.ts';
import { useSending } from '../../lib/send-form.ts';
import { refreshSession } from '../../lib/session.ts';
import { AuthPage } from './auth-page.tsx';
import { useLinkToken } from './link-token.ts';

const SPENT = 'This link does not work';

/** Sets a new password with the link of a mail. */
export default function ResetPasswordScreen() {
  const token = useLinkToken();
  const form = useForm(ResetPasswordForm, { token, password: '', confirmPassword: '' });
  const { ref } = form;
  const [isSpent, setSpent] = useState(!ResetPasswordForm.shape.token.safeParse(token).success);
  const { pending, onSubmit } = useSending(form, {
    failure: {
      action: 'reset-password',
      title: 'Password not changed',
      text: 'Please check your connection and try again.',
    },
    async send(body) {
      await call(resetPassword, { body });
      // Every session of the account has ended; whoever still counted as signed in here could not see the login.
      await refreshSession();
      toast({ title: 'Password changed', description: 'Please log in with your new password.' });
      navigate('/login', { replace: true });
    },
    onRefused({ code }) {
      if (code !== 'token_invalid') return false;
      setSpent(true);
      announce(SPENT);
      return true;
    },
  });

  if (isSpent) {
    return (
      <Notice title={SPENT} text="It has been used, is too old or is not complete. Please ask for a new one.">
        <ButtonLink href="/forgot-password">Ask for a new link</ButtonLink>
      </Notice>
    );
  }
  return (
    <AuthPage title="New password" text="Choose a new password for your account.">
      <form ref={ref} noValidate className="grid gap-4" onSubmit={onSubmit}>
        <NewPasswordFields form={form} />
        <Button type="submit" size="lg" className="mt-1 w-full" pending={pending ? 'Saving...' : undefined}>
          Save the password
        </Button>
      </form>
    </AuthPage>
  );
}
