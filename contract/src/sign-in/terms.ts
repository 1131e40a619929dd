import * as z from 'zod/mini';
import { CurrentUser } from './auth.ts';
import { Count, Id } from '../wire/primitives.ts';
import { route } from '../wire/route.ts';

/** A first sign-in with a provider. The account is created once the person accepts the terms. */
export const pendingAccount = route({
  method: 'GET',
  path: '/api/auth/pending-account',
  summary: 'Get the first sign-in of this browser that waits for consent to the terms',
  access: 'public',
  response: z.object({
    id: Id,
    provider: z.string(),
    email: z.string(),
  }),
  errors: ['sign_in_expired'],
});

/** Starts a session. `next` is the screen that the person wanted, or the login screen with the reason of a failure. */
export const createPendingAccount = route({
  method: 'POST',
  path: '/api/auth/pending-account',
  summary: 'Accept the terms and create the account of a first sign-in with a provider',
  access: 'public',
  body: z.object({ id: Id, termsVersion: Count }),
  response: z.object({ next: z.string() }),
  errors: ['sign_in_expired', 'terms_required'],
});

export const dropPendingAccount = route({
  method: 'DELETE',
  path: '/api/auth/pending-account',
  summary: 'Refuse the terms and delete the first sign-in with a provider',
  access: 'public',
  response: 'empty',
});

/** Does nothing if this version or a later one is already accepted. */
export const acceptTerms = route({
  method: 'PUT',
  path: '/api/user/terms',
  summary: 'Accept the terms',
  access: 'account',
  keyless: true,
  body: z.object({ termsVersion: Count }),
  response: CurrentUser,
  errors: ['terms_required'],
});
