import * as z from 'zod/mini';
import { FactorCode } from './factor-code.ts';
import { Assertion, PASSKEY_BODY_MAX_BYTES } from './passkeys.ts';
import { Id, Moment } from '../wire/primitives.ts';
import { ProviderId } from './providers.ts';
import { route } from '../wire/route.ts';

const Provider = {
  id: ProviderId,
  name: z.string(),
};

export const LinkedIdentity = z.object({
  ...Provider,
  email: z.nullable(z.string()),
  linkedAt: z.nullable(Moment),
  isOfThisSession: z.boolean(),
});
export type LinkedIdentity = z.infer<typeof LinkedIdentity>;

export const linkedIdentities = route({
  method: 'GET',
  path: '/api/auth/identities',
  summary: 'List the identities at providers that are linked to the account',
  access: 'account',
  response: z.object({
    identities: z.array(LinkedIdentity),
    linkable: z.array(z.object(Provider)),
  }),
});

const params = z.object({ provider: ProviderId });

/** Returns the URL at the provider, which leads back to the settings. */
export const linkIdentity = route({
  method: 'POST',
  path: '/api/auth/identities/:provider',
  summary: 'Begin to link an identity at a provider to the account',
  access: 'account',
  proof: true,
  keyless: true,
  params,
  response: z.object({ url: z.string() }),
  errors: ['provider_not_configured', 'identity_linked', 'email_not_confirmed'],
});

/** Ends the sessions that the provider started, including this one. */
export const unlinkIdentity = route({
  method: 'DELETE',
  path: '/api/auth/identities/:provider',
  summary: 'Unlink an identity at a provider from the account',
  access: 'account',
  proof: true,
  keyless: true,
  params,
  response: 'empty',
  errors: ['identity_not_found', 'last_way_in'],
});

export const pendingSignIn = route({
  method: 'GET',
  path: '/api/auth/pending-sign-in',
  summary: 'Get the sign-in of this browser that waits for a second factor',
  access: 'public',
  response: z.object({
    id: Id,
    provider: z.string(),
    email: z.string(),
    ways: z.array(z.enum(['passkey', 'code'])),
  }),
  errors: ['sign_in_expired'],
});

/** Starts a session. `next` is the screen that the person wanted, or the login screen with the reason of a failure. */
export const completeSignIn = route({
  method: 'POST',
  path: '/api/auth/pending-sign-in',
  summary: 'Complete a sign-in with a provider by a second factor',
  access: 'public',
  body: z
    .object({ id: Id, code: z.optional(FactorCode), passkey: z.optional(Assertion) })
    .check(
      z.refine(({ code, passkey }) => (code === undefined) !== (passkey === undefined), { path: ['code'] }),
    ),
  bodyMaxBytes: PASSKEY_BODY_MAX_BYTES,
  response: z.object({ next: z.string() }),
  errors: [
    'sign_in_expired',
    'wrong_code',
    'passkeys_unavailable',
    'passkey_unknown',
    'passkey_refused',
    'passkey_copied',
    'passkey_expired',
  ],
});
