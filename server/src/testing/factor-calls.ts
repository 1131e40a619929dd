import { TEST_PASSWORD } from './test-app.ts';

/** Valid inputs for the endpoints about proofs, second factors and identities. */
export const factorCalls = {
  linkedIdentities: {},
  linkIdentity: { refused: 'provider_not_configured', params: { provider: 'google' } },
  unlinkIdentity: { refused: 'identity_not_found', params: { provider: 'google' } },
  pendingSignIn: { refused: 'sign_in_expired' },
  waysToProve: {},
  prove: { body: { password: TEST_PASSWORD } },
  totpStatus: {},
  startTotp: {},
  turnOnTotp: { refused: 'totp_setup_expired', body: { setup: 'a'.repeat(43), code: '123456' } },
  turnOffTotp: {},
  renewRecoveryCodes: { refused: 'totp_off' },
  factorRequirement: {},
  requireFactor: { refused: 'own_factor_needed', body: { isRequired: true } },
} as const;
