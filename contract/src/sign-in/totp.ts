import * as z from 'zod/mini';
import { FactorCode, RECOVERY_CODES } from './factor-code.ts';
import { Count, Moment, text } from '../wire/primitives.ts';
import { route } from '../wire/route.ts';

const SETUP_MAX = 500;

export const totpStatus = route({
  method: 'GET',
  path: '/api/auth/totp',
  summary: 'Get the status of the authenticator app',
  access: 'account',
  response: z.object({
    since: z.nullable(Moment),
    recoveryCodesLeft: Count,
  }),
});

/** Stores nothing. `turnOnTotp` completes the setup with `setup` and a code. */
export const startTotp = route({
  method: 'POST',
  path: '/api/auth/totp/start',
  summary: 'Get a secret for an authenticator app',
  access: 'account',
  proof: true,
  keyless: true,
  response: z.object({
    /** In base 32, for apps that cannot scan. */
    secret: z.string(),
    uri: z.string(),
    setup: z.string(),
  }),
  errors: ['totp_on'],
});

const RecoveryCodes = z.object({
  /** Each works once. No later response contains them. */
  recoveryCodes: z.array(z.string()).check(z.length(RECOVERY_CODES)),
});

export const TotpForm = z.object({ code: FactorCode });

export const turnOnTotp = route({
  method: 'POST',
  path: '/api/auth/totp',
  summary: 'Turn on the authenticator app with a first code',
  access: 'account',
  proof: true,
  keyless: true,
  status: 201,
  body: z.extend(TotpForm, { setup: text(SETUP_MAX) }),
  response: RecoveryCodes,
  errors: ['wrong_code', 'totp_on', 'totp_setup_expired'],
});

export const turnOffTotp = route({
  method: 'DELETE',
  path: '/api/auth/totp',
  summary: 'Turn off the authenticator app, and end its recovery codes',
  access: 'account',
  proof: true,
  keyless: true,
  response: 'empty',
});

export const renewRecoveryCodes = route({
  method: 'POST',
  path: '/api/auth/totp/recovery-codes',
  summary: 'Replace all recovery codes',
  access: 'account',
  proof: true,
  keyless: true,
  response: RecoveryCodes,
  errors: ['totp_off'],
});
