import * as z from 'zod/mini';
import { CurrentUser, Email, NAME_MAX, Password } from './auth.ts';
import { personName, requiredPersonName } from './lines.ts';
import { route } from './route.ts';

/** The check that a new password was typed twice alike; a person sees it with the other faults of the form, not after. */
export function matchingPasswords<T extends { password: string; confirmPassword: string }>() {
  return z.refine<T>((form) => form.password === form.confirmPassword, {
    path: ['confirmPassword'],
    message: "Passwords don't match",
    when: (payload) => {
      const form = payload.value as Record<string, unknown> | null;
      return typeof form?.['password'] === 'string' && typeof form['confirmPassword'] === 'string';
    },
  });
}

/** Where somebody chooses a password, together with `matchingPasswords`. */
export const newPassword = { password: Password, confirmPassword: Password };

/** Specification, section 5: the signup form. */
export const SignupForm = z
  .object({
    email: Email,
    ...newPassword,
    firstName: requiredPersonName(NAME_MAX, 'First name is required'),
    lastName: z.optional(z.nullable(personName(NAME_MAX))),
  })
  .check(matchingPasswords());
export type SignupForm = z.infer<typeof SignupForm>;

/** A guest who signs up becomes the new user in the same session. */
export const signup = route({
  method: 'POST',
  path: '/api/auth/signup',
  summary: 'Create an account and sign in',
  access: 'public',
  status: 201,
  body: SignupForm,
  response: CurrentUser,
  errors: ['email_taken', 'suspended'],
});
