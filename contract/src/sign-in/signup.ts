import * as z from 'zod/mini';
import { Answer } from '../accounts/applications.ts';
import { CurrentUser, Email, NAME_MAX, Password } from './auth.ts';
import { InvitationToken } from '../accounts/invitations.ts';
import { personName, requiredPersonName } from '../wire/lines.ts';
import { Count } from '../wire/primitives.ts';
import { route } from '../wire/route.ts';
import { SolvedWork } from './signup-work.ts';
import { message } from '../wire/message.ts';

/** Checks that the passwords match even if other fields are invalid, so that all errors show at once. */
export function matchingPasswords<T extends { password: string; confirmPassword: string }>() {
  return z.refine<T>((form) => form.password === form.confirmPassword, {
    path: ['confirmPassword'],
    message: message("Passwords don't match"),
    when: (payload) => {
      const form = payload.value as Record<string, unknown> | null;
      return typeof form?.['password'] === 'string' && typeof form['confirmPassword'] === 'string';
    },
  });
}

export const newPassword = { password: Password, confirmPassword: Password };

const fields = {
  email: Email,
  ...newPassword,
  firstName: requiredPersonName(NAME_MAX, message('First name is required')),
  lastName: z.optional(z.nullable(personName(NAME_MAX))),
  invitation: z.optional(InvitationToken),
  answer: z.optional(Answer),
  /** Required after `work_required`. Counts once, even if the sign-up is refused. */
  work: z.optional(SolvedWork),
};

/** `termsVersion` is the accepted version. It is required while terms are published. */
export const SignupForm = z.object({ ...fields, termsVersion: z.optional(Count) }).check(matchingPasswords());
export type SignupForm = z.infer<typeof SignupForm>;

export const TERMS_NOT_ACCEPTED = message('Please accept the terms');

/** Returns the form that accepts this version of the terms, or a form without terms for null. */
export function signupFormWith(termsVersion: number | null): z.ZodMiniType<SignupForm> {
  if (termsVersion === null) return SignupForm;
  const accepted = z.literal(termsVersion, TERMS_NOT_ACCEPTED);
  return z.object({ ...fields, termsVersion: accepted }).check(matchingPasswords());
}

export const signup = route({
  method: 'POST',
  path: '/api/auth/signup',
  summary: 'Create an account and sign in',
  access: 'public',
  status: 201,
  body: SignupForm,
  response: CurrentUser,
  errors: [
    'work_required',
    'email_taken',
    'suspended',
    'registration_closed',
    'invitation_required',
    'domain_not_allowed',
    'terms_required',
  ],
});
