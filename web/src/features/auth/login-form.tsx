import { t } from '@lingui/core/macro';
import { type CurrentUser, login, LoginForm as LoginRules } from '@zapdeck/contract/sign-in/auth';
import type { Assertion } from '@zapdeck/contract/sign-in/passkeys';
import { useEffect, useEffectEvent, useState } from 'react';
import { Link } from 'wouter';
import { Button } from '../../components/ui/button.tsx';
import { EmailField } from '../../components/ui/email-field.tsx';
import { PasswordField } from '../../components/ui/password-field.tsx';
import { call, CallError } from '../../lib/call.ts';
import { useForm } from '../../lib/form.ts';
import { IF_PASSKEYS, useHasPasskeys } from '../../lib/has-passkeys.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { sayPasskeyProblem } from '../../lib/passkey-problem.ts';
import { loginAddress } from '../../lib/return-to.ts';
import { useAction } from '../../lib/use-action.ts';
import { useHydrated } from '../../lib/use-hydrated.ts';
import { castLikes, likesInWords, SavedLikesNote } from './saved-likes-note.tsx';

const load = () => import('./passkey-sign-in.ts');

interface PasskeyButtonProps {
  guestId: string | undefined;
  onDone: (user: CurrentUser) => void;
}

/** Signs in with a passkey, by the button or by a suggestion of the email field. */
function PasskeyButton({ guestId, onDone }: PasskeyButtonProps) {
  const isOffered = useHasPasskeys();
  const isHydrated = useHydrated();
  const { pending, start } = useAction({
    work: async ({ chosen }: { chosen?: Assertion }) => {
      const { choosePasskey, signIn } = await load();
      const user = await signIn(chosen ?? (await choosePasskey()));
      return { user, saved: await castLikes(guestId, user.id) };
    },
    success: ({ saved }) => ({
      title: t`Welcome back!`,
      ...(saved > 0 ? { description: likesInWords(saved) } : {}),
    }),
    failure: {
      action: 'passkey-login',
      title: t`Login failed`,
    },
    onError: (error) => {
      offer();
      return sayPasskeyProblem(error, t`Login failed`);
    },
    onDone: ({ user }) => onDone(user),
    leaves: true,
  });

  const offer = () => {
    const take = (answer: Assertion | undefined) => answer && start({ chosen: answer });
    load().then(
      ({ offerInSuggestions }) => offerInSuggestions().then(take),
      () => undefined,
    );
  };
  const offerFirst = useEffectEvent(offer);
  useEffect(() => {
    if (!isOffered || !isHydrated) return undefined;
    offerFirst();
    return () =>
      void load().then(
        ({ stopOffer }) => stopOffer(),
        () => undefined,
      );
  }, [isOffered, isHydrated]);

  if (!isOffered) return null;
  return (
    <div data-shown-if={IF_PASSKEYS}>
      <Button
        variant="quiet"
        className="w-full"
        pending={pending ? t`Waiting for your device…` : undefined}
        onClick={() => start({})}
      >{t`Sign in with a passkey`}</Button>
    </div>
  );
}

const CodeStep = lazyPart(() => import('./code-step.tsx'), <div className="skeleton h-48" />);

interface Props {
  guestId: string | undefined;
  returnTo: string | undefined;
  onDone: (user: CurrentUser) => void;
}

const isSuspended = (error: unknown): error is CallError =>
  error instanceof CallError && error.code === 'suspended';

interface Values {
  email: string;
  password: string;
  code?: string | undefined;
}

export function LoginForm({ guestId, returnTo, onDone }: Props) {
  const [isCodeAsked, setCodeAsked] = useState(false);
  const form = useForm<Values, typeof LoginRules>(LoginRules, { email: '', password: '' });
  const { ref, errors, bind } = form;
  const { pending, error, start } = useAction({
    form,
    work: async (body: LoginRules) => {
      const user = await call(login, { body });
      return { user, saved: await castLikes(guestId, user.id) };
    },
    success: ({ saved }) => ({
      title: t`Welcome back!`,
      ...(saved > 0 ? { description: likesInWords(saved) } : {}),
    }),
    failure: {
      action: 'login',
      title: t`Login failed`,
      text: t`Invalid email or password. Please try again.`,
      isOfInput: true,
    },
    onError: (problem) => {
      const isCodeNeeded = problem instanceof CallError && problem.code === 'code_needed';
      if (isCodeNeeded && !isCodeAsked) {
        form.set('code', '');
        setCodeAsked(true);
      } else if (isCodeNeeded) form.refuse(problem.fields);
      return isCodeNeeded || isSuspended(problem);
    },
    onDone: ({ user }) => onDone(user),
    leaves: true,
  });
  // A toast would vanish before the reason is read.
  const suspended = isSuspended(error) ? error.serverMessage : undefined;

  return (
    <form ref={ref} noValidate className="grid gap-4" onSubmit={form.submit(start)}>
      {suspended ? (
        <p
          role="alert"
          className="rounded-field bg-down-soft px-4 py-3 text-sm wrap-anywhere whitespace-pre-line text-down-ink"
        >
          {suspended}
        </p>
      ) : null}
      <SavedLikesNote guestId={guestId} way="sign-in" />
      {isCodeAsked ? (
        <CodeStep
          bound={bind('code')}
          error={errors.code}
          isPending={pending}
          onBack={() => {
            form.set('code', undefined);
            setCodeAsked(false);
          }}
        />
      ) : (
        <>
          <EmailField {...bind('email')} error={errors.email} autoComplete="username webauthn" />
          <PasswordField
            {...bind('password')}
            label={t`Password`}
            error={errors.password}
            autoComplete="current-password"
          />
          <Button
            type="submit"
            size="lg"
            className="mt-1 w-full"
            pending={pending ? t`Signing In...` : undefined}
          >{t`Sign in`}</Button>
          <PasskeyButton guestId={guestId} onDone={onDone} />
          <p className="text-center">
            <Link
              href={loginAddress(returnTo, '/forgot-password')}
              className="inline-flex min-h-11 items-center rounded-field px-1 font-semibold text-brand-ink underline-offset-4 hover:underline"
            >{t`Forgot password?`}</Link>
          </p>
        </>
      )}
    </form>
  );
}
