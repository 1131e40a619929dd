import { t } from '@lingui/core/macro';
import { screens } from '@zapdeck/contract/instance/screens';
import { continueAsGuest, type CurrentUser } from '@zapdeck/contract/sign-in/auth';
import bolt from './bolt-panel.svg';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { Button } from '../../components/ui/button.tsx';
import { Spinner } from '../../components/ui/spinner.tsx';
import { call } from '../../lib/call.ts';
import { instance } from '../../lib/instance.ts';
import { loginAddress, returnToOf } from '../../lib/return-to.ts';
import { knownUser, refreshSession, startSession, useSession } from '../../lib/session.ts';
import { toast, type ToastOptions } from '../../lib/toasts.ts';
import { useAction } from '../../lib/use-action.ts';
import { useHydrated } from '../../lib/use-hydrated.ts';
import { LoginForm } from './login-form.tsx';
import { readSignupDraft } from './signup-draft.ts';
import { SocialButtons } from './social-buttons.tsx';

/** Decoration beside the forms on wide screens. Phones do not load it. */
function BoltPanel() {
  return (
    <div
      aria-hidden="true"
      className="relative isolate hidden h-[calc(100dvh-8rem)] overflow-hidden rounded-[32px] bg-night bg-[radial-gradient(85%_75%_at_62%_30%,var(--brand),oklch(from_var(--brand)_.33_calc(c*.85)_h)_55%,#0000)] text-white md:sticky md:top-24 md:flex md:flex-col md:justify-end md:p-10"
    >
      <img
        src={bolt}
        alt=""
        loading="lazy"
        className="absolute inset-0 -z-10 size-full object-cover object-[68%_50%]"
      />
      <p className="display text-[clamp(2rem,3.4vw,3.25rem)] rtl:text-[clamp(1.75rem,2.6vw,2.5rem)]">{t`One bolt to your next favorite app.`}</p>
    </div>
  );
}

function GuestButton({ onDone }: { onDone: (user: CurrentUser) => void }) {
  const { pending, start } = useAction({
    work: () => call(continueAsGuest, {}),
    success: { title: t`Browsing as guest`, description: t`Sign up whenever you want to vote and submit.` },
    failure: {
      action: 'guest',
      title: t`Guest access failed`,
      text: t`Failed to create guest session. Please try again.`,
    },
    onDone,
  });
  return (
    <Button
      variant="secondary"
      size="lg"
      className="mt-3 w-full"
      pending={pending ? t`Setting up guest access...` : undefined}
      onClick={start}
    >{t`Browse as Guest`}</Button>
  );
}

/** Returns the token of an invitation from the query, without characters that a chat appended to the link. */
function invitationIn(search: string): string | undefined {
  return /^[\w-]+/.exec(new URLSearchParams(search).get('invitation') ?? '')?.[0];
}

/** Returns false if this visitor cannot sign up. `isUsable` is undefined until the server has checked the invitation. */
function mayHaveForm(invitation: string | undefined, isUsable: boolean | undefined): boolean {
  const { registration } = instance;
  if (registration === 'invitation') return invitation !== undefined && isUsable !== false;
  return registration !== 'closed';
}

async function tell(code: string): Promise<void> {
  // Rare, so the texts load on demand.
  const problems = await import('../../lib/sign-in-problem-words.ts');
  toast({ title: t`You are not signed in`, description: problems.wordsFor(code), variant: 'destructive' });
}

/** Shows once why a sign-in with a provider failed, and removes `error` from the address. */
function useSignInProblem(): void {
  useEffect(() => {
    // From `location`, because a prerendered page has no query during hydration.
    const { search } = location;
    const code = new URLSearchParams(search).get('error');
    if (code === null) return;
    void tell(code);
    navigate(loginAddress(returnToOf(search)), { replace: true });
  }, []);
}

const loadSignup = () => import('./sign-up.tsx');
const SignUp = lazy(loadSignup);

type Mode = 'login' | 'signup';

function wordsFor(mode: Mode) {
  return mode === 'login'
    ? {
        heading: t`Login`,
        subtitle: t`Sign in to pick up where you left off.`,
        question: t`Don't have an account?`,
        toggle: t`Sign up`,
      }
    : {
        heading: t`Create Account`,
        subtitle: t`Join and start discovering and sharing apps.`,
        question: t`Already have an account?`,
        toggle: t`Sign in`,
      };
}

const cookiesBlocked = (): ToastOptions => ({
  title: t`Cookies are blocked`,
  description: t`Your browser did not keep you signed in. Allow cookies for this site, then log in again.`,
  variant: 'destructive',
  stays: true,
});

/** Screen for login, sign-up and guest access. */
export default function LoginScreen({ returnTo }: { returnTo: string | undefined }) {
  const session = useSession();
  const isHydrated = useHydrated();
  useSignInProblem();
  // Does not delay the login form, but loads before users ask for it.
  useEffect(() => {
    loadSignup().catch(() => undefined);
  }, []);
  const guestId = session.state === 'signed-in' && session.user.isGuest ? session.user.id : undefined;
  const isGuest = guestId !== undefined;
  const [chosen, setChosen] = useState<Mode>();
  const title = useRef<HTMLHeadingElement>(null);
  // The pressed button is behind the form.
  useEffect(() => {
    if (chosen) title.current?.focus();
  }, [chosen]);
  const [hasDraft] = useState(() => readSignupDraft() !== undefined);
  const [isUsable, setUsable] = useState<boolean>();
  const invitation = isHydrated ? invitationIn(location.search) : undefined;
  // Guests and people with an invitation come here to sign up. A change of the language keeps the form open.
  const isToSignUp = isGuest || invitation !== undefined || (isHydrated && hasDraft);
  const mode = chosen ?? (isToSignUp ? 'signup' : 'login');
  const { heading, subtitle, question, toggle } = wordsFor(mode);
  const isOpen = mode === 'login' || mayHaveForm(invitation, isUsable);
  const hasProviders = !isGuest && isOpen;

  const arrive = (user: CurrentUser) => {
    startSession(user);
    void refreshSession().then(() => {
      if (knownUser() === undefined) toast(cookiesBlocked());
    });
    // A guest can see the cards but not the members' screens.
    const feed = screens.feed.path;
    const target = user.isGuest && !returnTo?.startsWith(feed) ? feed : (returnTo ?? feed);
    // The profile explains what an unapproved account waits for.
    const next = user.missingFactor ? screens['second-factor'].path : target;
    navigate(user.approval ? screens.profile.path : next, { replace: true });
  };

  return (
    <div className="form-screen mx-auto grid max-w-6xl grid-cols-1 md:min-h-[calc(100dvh-4rem)] md:grid-cols-2 md:gap-8 md:p-8">
      <BoltPanel />
      <div className="mx-auto flex w-full max-w-md flex-col justify-center px-5 pt-8 pb-14 md:px-6">
        {session.state === 'loading' ? (
          <div className="grid min-h-80 place-items-center text-brand-ink">
            <Spinner label={t`Loading…`} className="size-9" />
          </div>
        ) : (
          <>
            <h1 ref={title} tabIndex={-1} className="display text-title outline-none">
              {heading}
            </h1>
            <p className="mt-2 mb-7 text-muted">{isOpen ? subtitle : null}</p>
            {hasProviders ? (
              <>
                <SocialButtons returnTo={returnTo} invitation={invitation} />
                <div className="ways-or my-5 flex items-center gap-4 text-sm text-muted">
                  <span className="h-px grow bg-line" />
                  <span>{t`or`}</span>
                  <span className="h-px grow bg-line" />
                </div>
              </>
            ) : null}
            <Suspense fallback={<div className="min-h-96" />}>
              {mode === 'login' ? (
                <LoginForm guestId={guestId} returnTo={returnTo} onDone={arrive} />
              ) : (
                <SignUp {...{ invitation, isUsable, guestId }} onChecked={setUsable} onDone={arrive} />
              )}
            </Suspense>
            {isGuest || !instance.guests ? null : (
              <div data-shown-if="GUESTS">
                <GuestButton onDone={arrive} />
              </div>
            )}
            <p className="mt-5 text-center text-muted">
              <span>{`${question} `}</span>
              <button
                type="button"
                disabled={!isHydrated}
                className="min-h-11 rounded-field px-1 font-semibold text-brand-ink underline-offset-4 hover:underline"
                onClick={() => setChosen(mode === 'login' ? 'signup' : 'login')}
              >
                {toggle}
              </button>
            </p>
          </>
        )}
      </div>
    </div>
  );
}
