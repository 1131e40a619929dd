import * as z from 'zod/mini';
import { FactorCode } from './factor-code.ts';
import { type Language, languages } from '../wire/languages.ts';
import { Count, Id, Moment, text } from '../wire/primitives.ts';
import { canModerate, type Role, roles } from '../accounts/roles.ts';
import { route } from '../wire/route.ts';
import { message } from '../wire/message.ts';

export const PASSWORD_MIN = 6;
export const PASSWORD_MIN_STRICT = 8;
export const PASSWORD_MAX = 256;
const EMAIL_MAX = 254;
export const NAME_MAX = 100;

export const AuthProvider = z.enum(['email', 'google', 'platform']);
export type AuthProvider = z.infer<typeof AuthProvider>;

/** Checked before lower-casing, because the Kelvin sign would become a `k` and name another mailbox. */
export const Email = text(EMAIL_MAX).check(
  z.trim(),
  z.email(message('Please enter a valid email address')),
  z.toLowerCase(),
);

const PASSWORD_SHORT = message('Password must be at least {min} characters', { min: PASSWORD_MIN });
export const Password = text(
  PASSWORD_MAX,
  message('Password must be at most {max} characters', { max: PASSWORD_MAX }),
).check(z.minLength(PASSWORD_MIN, PASSWORD_SHORT));

export const PasswordPolicy = z.enum(['basic', 'strict']);
export type PasswordPolicy = z.infer<typeof PasswordPolicy>;

/** Admins and moderators always need a strong password. */
export function policyFor(policy: PasswordPolicy, owner: { role: Role }): PasswordPolicy {
  return canModerate(owner) ? 'strict' : policy;
}

export const LanguageTag = z.enum(Object.keys(languages) as [Language, ...Language[]]);

export const CurrentUser = z.object({
  id: Id,
  email: z.nullable(z.string()),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  profileImageUrl: z.nullable(z.string()),
  profileImage: z.nullable(z.string()),
  picture: z.nullable(z.string()),
  authProvider: AuthProvider,
  role: z.enum(roles),
  isAdmin: z.boolean(),
  /** Role that admins gave. API tokens have at most its rights. */
  givenRole: z.enum(roles),
  /** True if a claim gives the account a role that this session lacks, because the provider did not start it. */
  lacksClaimedRole: z.boolean(),
  isGuest: z.boolean(),
  zapCount: Count,
  language: z.nullable(LanguageTag),
  termsToAccept: z.nullable(Count),
  approval: z.nullable(z.enum(['waiting', 'refused'])),
  /** Why rights of the role are missing: the account has no second factor, or the session has not used it. */
  missingFactor: z.nullable(z.enum(['enrol', 'confirm'])),
  createdAt: Moment,
});
export type CurrentUser = z.infer<typeof CurrentUser>;

export const LoginForm = z.object({
  email: Email,
  password: Password,
  code: z.optional(FactorCode),
});
export type LoginForm = z.infer<typeof LoginForm>;

export const currentUser = route({
  method: 'GET',
  path: '/api/auth/user',
  summary: 'Get the current user',
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
  errors: ['wrong_credentials', 'code_needed', 'weak_admin_password', 'suspended'],
});

export const continueAsGuest = route({
  method: 'POST',
  path: '/api/auth/guest',
  summary: 'Start a guest session',
  access: 'public',
  status: 201,
  response: CurrentUser,
  errors: ['guests_not_allowed'],
});

/** Works only for navigations from Zapdeck's own pages, to prevent cross-site logout. */
export const logout = route({
  method: 'GET',
  path: '/api/logout',
  summary: 'Log out and go to the landing page',
  access: 'public',
  response: 'redirect',
});

export const loginRedirect = route({
  method: 'GET',
  path: '/api/login',
  summary: 'Redirect to the login screen',
  access: 'public',
  response: 'redirect',
});
