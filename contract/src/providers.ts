import * as z from 'zod/mini';
import { PasswordPolicy } from './auth.ts';
import { route } from './route.ts';
import { text } from './primitives.ts';

export const ProviderId = z.enum(['google', 'platform']);
export type ProviderId = z.infer<typeof ProviderId>;

/** What the operator's provider is called until they name it. */
export const PLATFORM_NAME_DEFAULT = 'Single sign-on';

/** Why a sign-in through a provider did not come about: the `error` of the login screen's address. */
export const SignInProblem = z.enum([
  /** The person said no at the provider. */
  'cancelled',
  /** The provider cannot be reached or does not work; email still does. */
  'provider_unavailable',
  /** The answer does not belong to a sign-in that this browser began, or does not hold. */
  'failed',
  /** The provider does not vouch for the email. */
  'email_not_verified',
  /** The email has an account here whose owner never confirmed it: nobody knows yet whose it is. */
  'account_not_verified',
  /** The account of that email is tied to another identity at this provider. */
  'linked_elsewhere',
  /** The account is suspended. */
  'suspended',
]);
export type SignInProblem = z.infer<typeof SignInProblem>;

/** Every provider there can be, and whether this server is set up for it; the reason is a sentence for people. */
export const signInProviders = route({
  method: 'GET',
  path: '/api/auth/providers',
  summary: 'The ways to sign in',
  access: 'public',
  response: z.object({
    providers: z.array(
      z.object({
        id: ProviderId,
        name: z.string(),
        isConfigured: z.boolean(),
        reason: z.nullable(z.string()),
        /** Where the browser goes to sign in; takes `?returnTo=`. */
        loginPath: z.string(),
      }),
    ),
    passwordPolicy: PasswordPolicy,
  }),
});

/** `returnTo` counts only where it is a path of our own. */
const LoginQuery = z.object({ returnTo: z.optional(text(4_096)) });

const login = { method: 'GET', access: 'public', query: LoginQuery, response: 'redirect' } as const;

/** Where the provider sends the browser back to. Ends on a page of ours, with `?error=` where it did not work. */
const callback = { method: 'GET', access: 'public', response: 'redirect' } as const;

const errors = ['provider_not_configured'] as const;
/** The second: what asks is no window of a browser. */
const callbackErrors = [...errors, 'foreign_origin'] as const;

export const googleLogin = route({
  ...login,
  path: '/api/auth/google',
  summary: 'Sign in with Google',
  errors,
});
export const googleCallback = route({
  ...callback,
  path: '/api/auth/google/callback',
  summary: 'Come back from Google',
  errors: callbackErrors,
});
export const platformLogin = route({
  ...login,
  path: '/api/auth/platform',
  summary: 'Sign in with the provider of the operator',
  errors,
});
export const platformCallback = route({
  ...callback,
  path: '/api/auth/platform/callback',
  summary: 'Come back from the provider of the operator',
  errors: callbackErrors,
});
