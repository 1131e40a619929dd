import { plural, t } from '@lingui/core/macro';
import { type CurrentUser } from '@zapdeck/contract/sign-in/auth';
import { type SignupForm as SignupRules, signupFormWith } from '@zapdeck/contract/sign-in/signup';
import { useState } from 'react';
import { AnswerField } from '../../components/ui/answer-field.tsx';
import { Button } from '../../components/ui/button.tsx';
import { EmailField } from '../../components/ui/email-field.tsx';
import { Field } from '../../components/ui/field.tsx';
import { NewPasswordFields } from '../../components/ui/new-password-fields.tsx';
import { TextInput } from '../../components/ui/text-input.tsx';
import { toast } from '../../lib/toasts.ts';
import { announce } from '../../lib/announce.ts';
import { CallError } from '../../lib/call.ts';
import { useForm } from '../../lib/form.ts';
import { instance } from '../../lib/instance.ts';
import { useAction } from '../../lib/use-action.ts';
import { SignupCheck } from './signup-check.tsx';
import { readSignupDraft, useSignupDraft } from './signup-draft.ts';
import { TermsBox } from './terms-box.tsx';
import { CheckCancelled, useSignupCall } from './use-signup-call.ts';
import { useTermsVersion } from './use-terms-version.ts';
import { SavedLikesNote, castLikes, likesInWords } from './saved-likes-note.tsx';

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
