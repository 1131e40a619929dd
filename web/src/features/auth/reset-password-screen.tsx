import { ResetPasswordForm, resetPassword } from '@zapdeck/contract/account';
import { type SubmitEvent, useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { Notice } from '../../components/layout/notice.tsx';
import { Button } from '../../components/ui/button.tsx';
import { ButtonLink } from '../../components/ui/button-link.tsx';
import { Field } from '../../components/ui/field.tsx';
import { PasswordInput } from '../../components/ui/password-input.tsx';
import { toast } from '../../components/ui/toast.tsx';
import { announce } from '../../lib/announce.ts';
import { CallError, call } from '../../lib/call.ts';
import { messageOf, reportFailedAction } from '../../lib/failures.ts';
import { useForm } from '../../lib/form.ts';
import { refreshSession } from '../../lib/session.ts';
import { AuthPage } from './auth-page.tsx';
import { useLinkToken } from './link-token.ts';

const SPENT = 'This link does not work';

/** Sets a new password with the link of a mail. */
export default function ResetPasswordScreen() {
  const token = useLinkToken();
  const { ref, values, errors, set, leave, check, refuse } = useForm(ResetPasswordForm, {
    token,
    password: '',
    confirmPassword: '',
  });
  const [pending, setPending] = useState(false);
  const [isSpent, setSpent] = useState(!ResetPasswordForm.shape.token.safeParse(token).success);

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const body = pending ? undefined : check();
    if (!body) return;
    setPending(true);
    try {
      await call(resetPassword, { body });
      // Every session of the account has ended; whoever still counted as signed in here could not see the login.
      await refreshSession();
      toast({ title: 'Password changed', description: 'Please log in with your new password.' });
      navigate('/login', { replace: true });
    } catch (error) {
      reportFailedAction('reset-password', error);
      setPending(false);
      if (error instanceof CallError && error.code === 'token_invalid') {
        setSpent(true);
        announce(SPENT);
        return;
      }
      if (error instanceof CallError) refuse(error.fields);
      const description = messageOf(error, 'Please check your connection and try again.');
      toast({ title: 'Password not changed', description, variant: 'destructive' });
    }
  };

  if (isSpent) {
    return (
      <Notice title={SPENT} text="It has been used, is too old or is not complete. Please ask for a new one.">
        <ButtonLink href="/forgot-password">Ask for a new link</ButtonLink>
      </Notice>
    );
  }

  const bind = (name: 'password' | 'confirmPassword') => ({
    name,
    value: values[name],
    autoComplete: 'new-password',
    required: true,
    onChange: (event: { target: { value: string } }) => set(name, event.target.value),
    onBlur: () => leave(name),
  });

  return (
    <AuthPage title="New password" text="Choose a new password for your account.">
      <form ref={ref} noValidate className="grid gap-4" onSubmit={(event) => void submit(event)}>
        <Field label="Password" hint="At least 6 characters" error={errors.password}>
          {(control) => <PasswordInput {...control} {...bind('password')} />}
        </Field>
        <Field label="Confirm Password" error={errors.confirmPassword}>
          {(control) => (
            <PasswordInput {...control} {...bind('confirmPassword')} what="password confirmation" />
          )}
        </Field>
        <Button type="submit" size="lg" className="mt-1 w-full" pending={pending ? 'Saving...' : undefined}>
          Save the password
        </Button>
      </form>
    </AuthPage>
  );
}
