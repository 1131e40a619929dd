import * as z from 'zod/mini';
import { ExistingPassword } from '../accounts/account.ts';
import { Assertion, PASSKEY_BODY_MAX_BYTES } from './passkeys.ts';
import { FactorCode } from './factor-code.ts';
import { ProviderId } from './providers.ts';
import { Moment } from '../wire/primitives.ts';
import { route } from '../wire/route.ts';

/** A sensitive change requires a proof that is not older. */
export const PROOF_LASTS_MS = 15 * 60_000;

const ProofWay = z.enum(['password', 'passkey', 'code']);
type ProofWay = z.infer<typeof ProofWay>;

export const waysToProve = route({
  method: 'GET',
  path: '/api/auth/proof',
  summary: 'List how you can prove who you are',
  access: 'account',
  response: z.object({
    isProved: z.boolean(),
    ways: z.array(ProofWay),
    providers: z.array(ProviderId),
  }),
});

export const PasswordProof = z.object({ password: ExistingPassword });
export const CodeProof = z.object({ code: FactorCode });

const Proof = z
  .object({
    password: z.optional(ExistingPassword),
    passkey: z.optional(Assertion),
    code: z.optional(FactorCode),
  })
  .check(
    z.refine((ways) => Object.values(ways).filter((way) => way !== undefined).length === 1, {
      path: ['password'],
    }),
  );

export const prove = route({
  method: 'POST',
  path: '/api/auth/prove',
  summary: 'Prove who you are before a sensitive change',
  access: 'account',
  keyless: true,
  body: Proof,
  bodyMaxBytes: PASSKEY_BODY_MAX_BYTES,
  response: z.object({ provedAt: Moment }),
  errors: [
    'wrong_password',
    'wrong_code',
    'proof_not_possible',
    'passkeys_unavailable',
    'passkey_unknown',
    'passkey_refused',
    'passkey_copied',
    'passkey_expired',
  ],
});
