import { type CurrentUser, LoginForm as LoginRules, login } from '@zapdeck/contract/auth';
import { type SubmitEvent, useState } from 'react';
import { Link } from 'wouter';
import { Button } from '../../components/ui/button.tsx';
import { Field } from '../../components/ui/field.tsx';
import { PasswordInput } from '../../components/ui/password-input.tsx';
import { TextInput } from '../../components/ui/text-input.tsx';
import { toast } from '../../components/ui/toast.tsx';
import { CallError, call } from '../../lib/call.ts';
import { messageOf, reportFailedAction } from '../../lib/failures.ts';
import { useForm } from '../../lib/form.ts';

/** Email and password of someone who has an account. */
export function LoginForm({ onDone }: { onDone: (user: CurrentUser) => void }) {
  const { ref, values, errors, set, leave, check, refuse } = useForm(LoginRules, { email: '', password: '' });
  const [pending, setPending] = useState(false);

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const body = pending ? undefined : check();
    if (!body) return;
    setPending(true);
    try {
      const user = await call(login, { body });
      toast({ title: 'Welcome back!' });
      onDone(user);
    } catch (error) {
      reportFailedAction('login', error);
      if (error instanceof CallError) refuse(error.fields);
      const fallback = navigator.onLine
        ? 'Invalid email or password. Please try again.'
        : 'You are offline. Please try again when you are connected.';
      toast({ title: 'Login failed', description: messageOf(error, fallback), variant: 'destructive' });
      setPending(false);
    }
  };

  return (
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
      <Field label="Password" error={errors.password}>
        {(control) => (
          <PasswordInput
            {...control}
            name="password"
            autoComplete="current-password"
            required
            value={values.password}
            onChange={(event) => set('password', event.target.value)}
            onBlur={() => leave('password')}
          />
        )}
      </Field>
      <Button type="submit" size="lg" className="mt-1 w-full" pending={pending ? 'Signing In...' : undefined}>
        Sign In
      </Button>
      <p className="text-center">
        <Link
          href="/forgot-password"
          className="inline-flex min-h-11 items-center rounded-field px-1 font-semibold text-brand-ink underline-offset-4 hover:underline"
        >
          Forgot password?
        </Link>
      </p>
    </form>
  );
}
