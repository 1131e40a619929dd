import * as z from 'zod/mini';
import { CurrentUser } from './auth.ts';
import { requiredLine } from '../wire/lines.ts';
import { message } from '../wire/message.ts';
import { Id, IdParams, Moment, text } from '../wire/primitives.ts';
import { route } from '../wire/route.ts';

export const PASSKEYS_MAX = 20;
export const PASSKEY_NAME_MAX = 50;
export const PASSKEY_TIMEOUT_MS = 5 * 60_000;

/** A credential id has at most 1,023 bytes. */
const CREDENTIAL_ID_MAX = 1_364;
export const PASSKEY_BODY_MAX_BYTES = 128 * 1024;

const base64Url = (max: number) => text(max).check(z.regex(/^[\w-]+$/));

const credential = {
  id: base64Url(CREDENTIAL_ID_MAX),
  rawId: base64Url(CREDENTIAL_ID_MAX),
  type: z.literal('public-key'),
};

const Attestation = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64Url(4_096),
    attestationObject: base64Url(8_192),
    transports: z.optional(z.array(text(20)).check(z.maxLength(10))),
  }),
});

export const Assertion = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64Url(4_096),
    authenticatorData: base64Url(2_048),
    signature: base64Url(2_048),
    userHandle: z.optional(z.nullable(base64Url(100))),
  }),
});
export type Assertion = z.infer<typeof Assertion>;

const Descriptor = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.string()),
});

const CreationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
  timeout: z.int(),
  excludeCredentials: z.array(Descriptor),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
});

const RequestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  /** Empty if the person chooses among the passkeys on the device. */
  allowCredentials: z.array(Descriptor),
  userVerification: z.literal('required'),
});

/** Browsers allow passkeys on https with a domain name, and on localhost. */
const passkeyObstacles = ['plain_http', 'ip_address'] as const;
export type PasskeyObstacle = (typeof passkeyObstacles)[number];

export const Passkey = z.object({
  id: Id,
  name: z.nullable(z.string()),
  isSynced: z.boolean(),
  createdAt: Moment,
  lastUsedAt: z.nullable(Moment),
});
export type Passkey = z.infer<typeof Passkey>;

export const listPasskeys = route({
  method: 'GET',
  path: '/api/auth/passkeys',
  summary: 'List the passkeys of the account',
  access: 'account',
  response: z.object({
    passkeys: z.array(Passkey),
    obstacle: z.nullable(z.enum(passkeyObstacles)),
  }),
});

export const enrolmentOptions = route({
  method: 'POST',
  path: '/api/auth/passkeys/options',
  summary: 'Get the options for creating a passkey',
  access: 'account',
  proof: true,
  keyless: true,
  response: CreationOptions,
  errors: ['passkeys_unavailable', 'passkeys_full'],
});

export const enrolPasskey = route({
  method: 'POST',
  path: '/api/auth/passkeys',
  summary: 'Add a passkey to the account',
  access: 'account',
  proof: true,
  keyless: true,
  status: 201,
  body: Attestation,
  bodyMaxBytes: PASSKEY_BODY_MAX_BYTES,
  response: Passkey,
  errors: ['passkeys_unavailable', 'passkeys_full', 'passkey_expired', 'passkey_refused'],
});

export const RenamePasskey = z.object({
  name: requiredLine(PASSKEY_NAME_MAX, message('Please enter a name')),
});

export const renamePasskey = route({
  method: 'PATCH',
  path: '/api/auth/passkeys/:id',
  summary: 'Rename a passkey',
  access: 'account',
  params: IdParams,
  body: RenamePasskey,
  response: Passkey,
  errors: ['passkey_not_found'],
});

export const removePasskey = route({
  method: 'DELETE',
  path: '/api/auth/passkeys/:id',
  summary: 'Remove a passkey from the account',
  access: 'account',
  proof: true,
  params: IdParams,
  response: 'empty',
  errors: ['passkey_not_found', 'last_way_in'],
});

export const signInOptions = route({
  method: 'POST',
  path: '/api/auth/passkeys/sign-in-options',
  summary: 'Get the options for signing in with a passkey',
  access: 'public',
  response: RequestOptions,
  errors: ['passkeys_unavailable'],
});

/** The passkey names the account and counts as both factors, because the device has verified its user. */
export const signInWithPasskey = route({
  method: 'POST',
  path: '/api/auth/passkeys/sign-in',
  summary: 'Sign in with a passkey',
  access: 'public',
  body: Assertion,
  bodyMaxBytes: PASSKEY_BODY_MAX_BYTES,
  response: CurrentUser,
  errors: [
    'passkeys_unavailable',
    'passkey_unknown',
    'passkey_refused',
    'passkey_copied',
    'passkey_expired',
    'suspended',
  ],
});

export const proofOptions = route({
  method: 'POST',
  path: '/api/auth/passkeys/proof-options',
  summary: 'Get the options for proving with a passkey who you are',
  access: 'account',
  keyless: true,
  response: RequestOptions,
  errors: ['passkeys_unavailable'],
});
