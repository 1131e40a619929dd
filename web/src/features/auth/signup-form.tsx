import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { CurrentUser } from '@zapdeck/contract/sign-in/auth';
import { signup, type SignupForm as SignupRules, signupFormWith } from '@zapdeck/contract/sign-in/signup';
import type { SolvedWork, WorkChallenge } from '@zapdeck/contract/sign-in/signup-work';
import { type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { AnswerField } from '../../components/ui/answer-field.tsx';
import { Button } from '../../components/ui/button.tsx';
import { EmailField } from '../../components/ui/email-field.tsx';
import { Field } from '../../components/ui/field.tsx';
import { NewPasswordFields } from '../../components/ui/new-password-fields.tsx';
import { Status } from '../../components/ui/status.tsx';
import { TextInput } from '../../components/ui/text-input.tsx';
import { announce } from '../../lib/announce.ts';
import { call, CallError, ConnectionError } from '../../lib/call.ts';
import { useForm } from '../../lib/form.ts';
import { instance } from '../../lib/instance.ts';
import { toast } from '../../lib/toasts.ts';
import { useAction } from '../../lib/use-action.ts';
import { castLikes, likesInWords, SavedLikesNote } from './saved-likes-note.tsx';
import { readSignupDraft, useSignupDraft } from './signup-draft.ts';
import { useTermsVersion } from './terms.tsx';

interface SignupCheckProps {
  form: RefObject<HTMLFormElement | null>;
  /** Undefined while nothing is being checked. */
  onCancel: (() => void) | undefined;
}

/** Moves the focus to the button of the form when it unmounts. */
function CancelButton({ form, onCancel }: SignupCheckProps) {
  const ref = useRef<HTMLButtonElement>(null);
  useLayoutEffect(
    () => () => {
      if (document.activeElement === ref.current)
        form.current?.querySelector<HTMLElement>('[type=submit]')?.focus();
    },
    [form],
  );
  return <Button ref={ref} variant="quiet" onClick={onCancel}>{t`Cancel`}</Button>;
}

/** Scrolls only to the text, so that a double tap does not hit the button below it. */
const scrollTo = (text: HTMLElement | null) => text?.scrollIntoView({ block: 'nearest' });

/** Explains why the sign-up takes longer, with a button to cancel. */
function SignupCheck({ form, onCancel }: SignupCheckProps) {
  const why = t`There were many sign-ups from your network. Your device is checking that this is not a bulk sign-up. This takes a few seconds.`;
  return (
    <>
      <Status className="text-center text-sm text-muted">
        {onCancel ? (
          <p ref={scrollTo} className="scroll-mb-6 text-balance">
            {why}
          </p>
        ) : (
          ''
        )}
      </Status>
      {onCancel ? <CancelButton form={form} onCancel={onCancel} /> : null}
    </>
  );
}

interface TermsBoxProps {
  checked: boolean;
  error: string | undefined;
  onChange: (checked: boolean) => void;
}

/** Checkbox to accept the terms, with a link to them. A new error is announced. */
function TermsBox({ checked, error, onChange }: TermsBoxProps) {
  const id = useId();
  const words = (
    <Trans>
      <span>I accept the</span>{' '}
      <a
        href="/terms"
        target="_blank"
        rel="noopener"
        className="font-semibold text-brand-ink underline underline-offset-4"
      >
        terms
      </a>
    </Trans>
  );
  return (
    <div className="grid grid-cols-1 gap-1">
      <label className="flex min-h-11 cursor-pointer items-center gap-3">
        <input
          type="checkbox"
          required
          className="size-5 shrink-0 accent-brand"
          checked={checked}
          aria-describedby={id}
          aria-invalid={error === undefined ? undefined : true}
          onChange={({ target }) => onChange(target.checked)}
        />
        <span className="min-w-0 wrap-anywhere">{words}</span>
      </label>
      <Status id={id} className="text-sm font-medium text-down-ink">
        {error}
      </Status>
    </div>
  );
}

/** A challenge may expire while the device sleeps. Then it is renewed once. */
const CHALLENGES_MAX = 2;

/** The person has cancelled the check. */
class CheckCancelled extends Error {}

interface Check {
  solved: Promise<SolvedWork>;
  /** Ends the work. `solved` stays pending. */
  stop: () => void;
}

/**
 * Solves the challenge in a worker, so that the page stays responsive. `solved` rejects with ConnectionError without the
 * script.
 */
function startCheck(challenge: WorkChallenge): Check {
  const worker = new Worker(new URL('../../../worker/solve-work.ts', import.meta.url), { type: 'module' });
  const { promise, resolve, reject } = Promise.withResolvers<SolvedWork>();
  worker.addEventListener('message', ({ data }: MessageEvent<SolvedWork>) => resolve(data));
  worker.addEventListener('error', (event) =>
    reject(event instanceof ErrorEvent ? new Error(event.message) : new ConnectionError(event)),
  );
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin to name
  worker.postMessage(challenge);
  return { solved: promise, stop: () => worker.terminate() };
}

interface SignupCall {
  /** Creates the account. Rejects like `call`, or with CheckCancelled. */
  send: (form: SignupRules) => Promise<CurrentUser>;
  /** Cancels the check. Undefined while there is none. */
  cancel: (() => void) | undefined;
}

/** Sends the sign-up, with a proof of work if the server requires one. The work ends with the component. */
function useSignupCall(): SignupCall {
  const [cancel, setCancel] = useState<() => void>();
  const isMounted = useRef(false);
  const check = useRef<Check>(undefined);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
      check.current?.stop();
    };
  }, []);

  const solve = async (challenge: WorkChallenge): Promise<SolvedWork> => {
    const started = startCheck(challenge);
    const cancelled = Promise.withResolvers<never>();
    check.current = started;
    setCancel(() => () => cancelled.reject(new CheckCancelled()));
    try {
      return await Promise.race([started.solved, cancelled.promise]);
    } finally {
      started.stop();
      setCancel(undefined);
    }
  };

  const send = async (form: SignupRules, challenges = 0): Promise<CurrentUser> => {
    try {
      return await call(signup, { body: form });
    } catch (error) {
      const challenge = error instanceof CallError ? error.work : undefined;
      if (!challenge || challenges === CHALLENGES_MAX || !isMounted.current) throw error;
      return send({ ...form, work: await solve(challenge) }, challenges + 1);
    }
  };
  return { send, cancel };
}

interface Values extends Record<'firstName' | 'lastName' | 'email' | 'password' | 'confirmPassword', string> {
  /** Version of the terms that the person has accepted. */
  termsVersion: number | undefined;
  /** Undefined if the instance asks no question. */
  answer: string | undefined;
}

const empty: Values = {
  firstName: '',
  lastName: '',
  email: '',
  password: '',
  confirmPassword: '',
  termsVersion: undefined,
  answer: undefined,
};

function welcome({ approval }: CurrentUser, savedCount: number): string {
  if (approval) return t`Open the link in the email that we sent you. Then your account waits for approval.`;
  if (instance.allowedDomains.length > 0)
    return t`Open the link in the email that we sent you. Then you can vote and submit apps.`;
  return savedCount === 0 ? t`Welcome! Your votes count now.` : likesInWords(savedCount);
}

/** Shows when to try again. Returns false for other errors. */
function toldToWait(error: unknown): boolean {
  if (!(error instanceof CallError && error.status === 429)) return false;
  const minutes = Math.max(1, Math.ceil((error.retryAfterMs ?? 0) / 60_000));
  const description = t`${plural(minutes, {
    1: 'There were too many sign-ups. Please try again in a minute.',
    other: 'There were too many sign-ups. Please try again in # minutes.',
  })}`;
  toast({ title: t`Signup failed`, description, variant: 'destructive' });
  return true;
}

interface Props {
  invitation: string | undefined;
  isUsable: boolean | undefined;
  guestId: string | undefined;
  onDone: (user: CurrentUser) => void;
}

/** Form for a new account. Likes of a guest become votes of the account. */
export function SignupForm({ invitation, isUsable, guestId, onDone }: Props) {
  const needsApproval = instance.registration === 'approval' && !isUsable;
  const terms = useTermsVersion();
  const [initial] = useState(() => {
    const draft = readSignupDraft();
    return { ...empty, ...draft, answer: needsApproval ? (draft?.answer ?? '') : undefined };
  });
  const form = useForm(signupFormWith(terms.version), initial);
  const { ref, errors, bind, values, set } = form;
  useSignupDraft(values);
  const { send, cancel } = useSignupCall();
  const { pending, start } = useAction({
    form,
    work: async (body: SignupRules) => {
      const user = await send({ ...body, invitation });
      return { user, saved: await castLikes(guestId, user.id) };
    },
    success: ({ user, saved }) => ({ title: t`Account created!`, description: welcome(user, saved) }),
    failure: {
      action: 'signup',
      title: t`Signup failed`,
      text: t`Failed to create account. Please try again.`,
    },
    onError(error) {
      if (terms.readAgainAfter(error)) set('termsVersion', undefined);
      const isCancelled = error instanceof CheckCancelled;
      if (isCancelled) announce(t`Sign-up cancelled. Your entries are still here.`);
      return isCancelled || toldToWait(error);
    },
    onDone: ({ user }) => onDone(user),
    leaves: true,
  });

  return (
    <form ref={ref} noValidate className="grid grid-cols-1 gap-4" onSubmit={form.submit(start)}>
      <SavedLikesNote guestId={guestId} way="sign-up" />
      <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-2 md:grid-cols-1 lg:grid-cols-2">
        <Field label={t`First name`} error={errors.firstName}>
          {(control) => <TextInput {...control} {...bind('firstName')} autoComplete="given-name" required />}
        </Field>
        <Field label={t`Last name`} optional error={errors.lastName}>
          {(control) => <TextInput {...control} {...bind('lastName')} autoComplete="family-name" />}
        </Field>
      </div>
      <EmailField {...bind('email')} error={errors.email} autoComplete="email" />
      <NewPasswordFields form={form} />
      {needsApproval ? <AnswerField {...bind('answer')} error={errors.answer} /> : null}
      {terms.version === null ? null : (
        <TermsBox
          checked={values.termsVersion !== undefined}
          error={errors.termsVersion}
          onChange={(isChecked) => set('termsVersion', isChecked ? (terms.version ?? undefined) : undefined)}
        />
      )}
      <Button
        type="submit"
        size="lg"
        className="mt-1 w-full"
        pending={pending ? (cancel ? t`Checking…` : t`Creating Account...`) : undefined}
      >{t`Create Account`}</Button>
      <SignupCheck form={ref} onCancel={cancel} />
    </form>
  );
}
