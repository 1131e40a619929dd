import { type CurrentUser, SignupForm as SignupRules, signup } from '@zapdeck/contract/auth';
import { type SubmitEvent, useState } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { Field } from '../../components/ui/field.tsx';
import { PasswordInput } from '../../components/ui/password-input.tsx';
import { TextInput } from '../../components/ui/text-input.tsx';
import { toast } from '../../components/ui/toast.tsx';
import { CallError, call } from '../../lib/call.ts';
import { messageOf, reportFailedAction } from '../../lib/failures.ts';
import { useForm } from '../../lib/form.ts';

const empty = { firstName: '', lastName: '', email: '', password: '', confirmPassword: '' };

/** What a new account needs. */
export function SignupForm({ onDone }: { onDone: (user: CurrentUser) => void }) {
  const { ref, values, errors, set, leave, check, refuse } = useForm(SignupRules, empty);
  const [pending, setPending] = useState(false);

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const body = pending ? undefined : check();
    if (!body) return;
    setPending(true);
    try {
      const user = await call(signup, { body });
      toast({ title: 'Account created!', description: 'Your votes count from now on.' });
      onDone(user);
    } catch (error) {
      reportFailedAction('signup', error);
      const description = messageOf(error, 'Failed to create account. Please try again.');
      if (error instanceof CallError) {
        refuse(error.code === 'email_taken' ? { email: description } : error.fields);
      }
      toast({ title: 'Signup failed', description, variant: 'destructive' });
      setPending(false);
    }
  };

  const bind = (name: keyof typeof empty) => ({
    name,
    value: values[name],
    onChange: (event: { target: { value: string } }) => set(name, event.target.value),
    onBlur: () => leave(name),
  });

  return (
    <form ref={ref} noValidate className="grid gap-4" onSubmit={(event) => void submit(event)}>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field label="First Name" error={errors.firstName}>
          {(control) => <TextInput {...control} {...bind('firstName')} autoComplete="given-name" required />}
        </Field>
        <Field label="Last Name" optional error={errors.lastName}>
          {(control) => <TextInput {...control} {...bind('lastName')} autoComplete="family-name" />}
        </Field>
      </div>
      <Field label="Email" error={errors.email}>
        {(control) => (
          <TextInput {...control} {...bind('email')} type="email" autoComplete="email" required />
        )}
      </Field>
      <Field label="Password" hint="At least 6 characters" error={errors.password}>
        {(control) => (
          <PasswordInput {...control} {...bind('password')} autoComplete="new-password" required />
        )}
      </Field>
      <Field label="Confirm Password" error={errors.confirmPassword}>
        {(control) => (
          <PasswordInput
            {...control}
            {...bind('confirmPassword')}
            what="password confirmation"
            autoComplete="new-password"
            required
          />
        )}
      </Field>
      <Button
        type="submit"
        size="lg"
        className="mt-1 w-full"
        pending={pending ? 'Creating Account...' : undefined}
      >
        Create Account
      </Button>
    </form>
  );
}
