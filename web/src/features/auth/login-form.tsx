import { type CurrentUser, LoginForm as LoginRules, login } from '@zapdeck/contract/auth';
import { useState } from 'react';
import { Link } from 'wouter';
import { Button } from '../../components/ui/button.tsx';
import { EmailField } from '../../components/ui/email-field.tsx';
import { PasswordField } from '../../components/ui/password-field.tsx';
import { toast } from '../../components/ui/toast.tsx';
import { call } from '../../lib/call.ts';
import { useForm } from '../../lib/form.ts';
import { loginAddress } from '../../lib/return-to.ts';
import { useSending } from '../../lib/send-form.ts';
import { SavedLikesNote, castLikes, likesInWords } from './saved-likes-note.tsx';

interface Props {
  /** The guest who logs in; undefined for a visitor. */
  guestId: string | undefined;
  returnTo: string | undefined;
  onDone: (user: CurrentUser) => void;
}

/** Email and password of someone who has an account. */
export function LoginForm({ guestId, returnTo, onDone }: Props) {
  const form = useForm(LoginRules, { email: '', password: '' });
  const { ref, errors, bind } = form;
  /** A message would be gone before it is read. */
  const [suspended, setSuspended] = useState<string>();
  const { pending, onSubmit } = useSending(form, {
    failure: {
      action: 'login',
      title: 'Login failed',
      text: 'Invalid email or password. Please try again.',
      isOfInput: true,
    },
    onRefused({ code, serverMessage }) {
      if (code !== 'suspended') return false;
      setSuspended(serverMessage);
      return true;
    },
    async send(body) {
      const user = await call(login, { body });
      const saved = await castLikes(guestId, user.id);
      toast({ title: 'Welcome back!', ...(saved > 0 ? { description: likesInWords(saved) } : {}) });
      onDone(user);
    },
  });

  return (
    <form ref={ref} noValidate className="grid gap-4" onSubmit={onSubmit}>
      {suspended ? (
        <p
          role="alert"
          className="rounded-field bg-down-soft px-4 py-3 text-sm wrap-anywhere whitespace-pre-line text-down-ink"
        >
          {suspended}
        </p>
      ) : null}
      <SavedLikesNote guestId={guestId} way="Sign in" />
      <EmailField {...bind('email')} error={errors.email} autoComplete="username" />
      <PasswordField
        {...bind('password')}
        label="Password"
        error={errors.password}
        autoComplete="current-password"
      />
      <Button type="submit" size="lg" className="mt-1 w-full" pending={pending ? 'Signing In...' : undefined}>
        Sign In
      </Button>
      <p className="text-center">
        <Link
          href={loginAddress(returnTo, '/forgot-password')}
          className="inline-flex min-h-11 items-center rounded-field px-1 font-semibold text-brand-ink underline-offset-4 hover:underline"
        >
          Forgot password?
        </Link>
      </p>
    </form>
  );
}
