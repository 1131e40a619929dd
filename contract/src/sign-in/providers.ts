import * as z from 'zod/mini';
import { PasswordPolicy } from './auth.ts';
import { InvitationToken } from '../accounts/invitations.ts';
import { route } from '../wire/route.ts';
import { text } from '../wire/primitives.ts';
import { message } from '../wire/message.ts';

export const ProviderId = z.enum(['google', 'platform']);
export type ProviderId = z.infer<typeof ProviderId>;

export const PLATFORM_NAME_DEFAULT = message('Single sign-on');

export const SignInProblem = z.enum([
  'cancelled',
  'provider_unavailable',
  'failed',
  'email_not_verified',
  'account_not_verified',
  'linked_elsewhere',
  /** Only the owner can link an identity again, in the settings. */
  'link_in_settings',
  'identity_taken',
  'identity_linked',
  'suspended',
  'registration_closed',
  'invitation_required',
  'domain_not_allowed',
  /** Another account had the address until a few days ago. */
  'email_taken',
]);
export type SignInProblem = z.infer<typeof SignInProblem>;

export const signInProviders = route({
  method: 'GET',
  path: '/api/auth/providers',
  summary: 'List the sign-in providers',
  access: 'public',
  response: z.object({
    providers: z.array(
      z.object({
        id: ProviderId,
        name: z.string(),
        isConfigured: z.boolean(),
        loginPath: z.string(),
      }),
    ),
    passwordPolicy: PasswordPolicy,
  }),
});

const LoginQuery = z.object({
  returnTo: z.optional(text(4_096)),
  invitation: z.optional(InvitationToken),
});

const login = { method: 'GET', access: 'public', query: LoginQuery, response: 'redirect' } as const;

const callback = { method: 'GET', access: 'public', response: 'redirect' } as const;

const errors = ['provider_not_configured'] as const;
/** `foreign_origin`: the request is not a top-level navigation. */
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
  summary: 'Complete the sign-in with Google',
  errors: callbackErrors,
});
export const platformLogin = route({
  ...login,
  path: '/api/auth/platform',
  summary: 'Sign in with the operator’s provider',
  errors,
});
export const platformCallback = route({
  ...callback,
  path: '/api/auth/platform/callback',
  summary: 'Complete the sign-in with the operator’s provider',
  errors: callbackErrors,
});
