import { ForgotPasswordForm, forgotPassword } from '@zapdeck/contract/account';
import { type SubmitEvent, useState } from 'react';
import { Notice } from '../../components/layout/notice.tsx';
import { Button } from '../../components/ui/button.tsx';
import { ButtonLink } from '../../components/ui/button-link.tsx';
import { Field } from '../../components/ui/field.tsx';
import { TextInput } from '../../components/ui/text-input.tsx';
import { toast } from '../../components/ui/toast.tsx';
import { announce } from '../../lib/announce.ts';
import { CallError, call } from '../../lib/call.ts';
import { messageOf, reportFailedAction } from '../../lib/failures.ts';
import { useForm } from '../../lib/form.ts';
import { AuthPage } from './auth-page.tsx';

const ASKED = 'Check your mail';

/** Asks for a link to choose a new password; says the same whether or not the address has an account. */
export default function ForgotPasswordScreen() {
  const { ref, values, errors, set, leave, check, refuse } = useForm(ForgotPasswordForm, { email: '' });
  const [state, setState] = useState<'open' | 'sending' | 'asked'>('open');

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const body = state === 'open' ? check() : undefined;
    if (!body) return;
    setState('sending');
    try {
      await call(forgotPassword, { body });
      setState('asked');
      announce(ASKED);
    } catch (error) {
      reportFailedAction('forgot-password', error);
      if (error instanceof CallError) refuse(error.fields);
      const description = messageOf(error, 'Please check your connection and try again.');
      toast({ title: 'No link was sent', description, variant: 'destructive' });
      setState('open');
    }
  };

  if (state === 'asked') {
    return (
      <Notice
        title={ASKED}
        text="If that address has an account, a link to choose a new password is on its way to it."
      >
        <ButtonLink href="/login">Back to login</ButtonLink>
      </Notice>
    );
  }
  return (
    <AuthPage title="Forgot your password?" text="We mail you a link to choose a new one.">
      <form ref={ref} noValidate className="grid gap-4" onSubmit={(event) => void submit(event)}>
        <Field label="Email" error={errors.email}>
          {(control) => (
            <TextInput
              {...control}
              type="email"
              name="email"
              autoComplete="username"
              required
              value={values.email}
              onChange={(event) => set('email', event.target.value)}
              onBlur={() => leave('email')}
            />
          )}
        </Field>
        <Button
          type="submit"
          size="lg"
          className="mt-1 w-full"
          pending={state === 'sending' ? 'Sending...' : undefined}
        >
          Send the link
        </Button>
      </form>
      <ButtonLink href="/login" variant="secondary" size="lg" className="mt-3 w-full">
        Back to login
      </ButtonLink>
    </AuthPage>
  );
}
