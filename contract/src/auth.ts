import * as z from 'zod/mini';
import { Count, Id, Moment, text } from './primitives.ts';
import { route } from './route.ts';

export const PASSWORD_MIN = 6;
export const PASSWORD_MIN_STRICT = 8;
export const PASSWORD_MAX = 256;
export const EMAIL_MAX = 254;
export const NAME_MAX = 100;

export const AuthProvider = z.enum(['email', 'google', 'platform']);
export type AuthProvider = z.infer<typeof AuthProvider>;

/**
 * An address without surrounding space and without case, so that one person is one account; everywhere one comes in.
 * It is checked as it was typed: lower case makes an ordinary `k` of the Kelvin sign, and that is another mailbox.
 */
export const Email = text(EMAIL_MAX).check(
  z.trim(),
  z.email('Please enter a valid email address'),
  z.toLowerCase(),
);

const PASSWORD_SHORT = `Password must be at least ${PASSWORD_MIN} characters`;
export const Password = text(PASSWORD_MAX, `Password must be at most ${PASSWORD_MAX} characters`).check(
  z.minLength(PASSWORD_MIN, PASSWORD_SHORT),
);

/** Which rule for new passwords the operator has chosen. */
export const PasswordPolicy = z.enum(['basic', 'strict']);
export type PasswordPolicy = z.infer<typeof PasswordPolicy>;

/** The rule that a new password of this person must stand up to: admins are always held to the strict one. */
export function policyFor(policy: PasswordPolicy, { isAdmin }: { isAdmin: boolean }): PasswordPolicy {
  return isAdmin ? 'strict' : policy;
}

/** The current user as they see themselves. Guests have no email and count no zaps. */
export const CurrentUser = z.object({
  id: Id,
  email: z.nullable(z.string()),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  profileImageUrl: z.nullable(z.string()),
  profileImage: z.nullable(z.string()),
  picture: z.nullable(z.string()),
  authProvider: AuthProvider,
  isAdmin: z.boolean(),
  isGuest: z.boolean(),
  zapCount: Count,
  createdAt: Moment,
});
export type CurrentUser = z.infer<typeof CurrentUser>;

/** Specification, section 5: the login form. */
export const LoginForm = z.object({ email: Email, password: Password });
export type LoginForm = z.infer<typeof LoginForm>;

export const currentUser = route({
  method: 'GET',
  path: '/api/auth/user',
  summary: 'Who is signed in',
  access: 'session',
  response: CurrentUser,
});

export const login = route({
  method: 'POST',
  path: '/api/auth/login',
  summary: 'Log in with email and password',
  access: 'public',
  body: LoginForm,
  response: CurrentUser,
  errors: ['wrong_credentials', 'weak_admin_password', 'suspended'],
});

/** Starts a guest session; someone already signed in keeps theirs. */
export const continueAsGuest = route({
  method: 'POST',
  path: '/api/auth/guest',
  summary: 'Start a guest session',
  access: 'public',
  status: 201,
  response: CurrentUser,
});

/** Ends the session. Acts on a navigation of our own pages only; a foreign page's request changes nothing. */
export const logout = route({
  method: 'GET',
  path: '/api/logout',
  summary: 'End this session and go to the first page',
  access: 'public',
  response: 'redirect',
});

/** Where an expired session is sent: the login screen. */
export const loginRedirect = route({
  method: 'GET',
  path: '/api/login',
  summary: 'Go to the login screen',
  access: 'public',
  response: 'redirect',
});
