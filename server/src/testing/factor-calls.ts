import { TEST_PASSWORD } from './test-app.ts';

/** Valid inputs for the endpoints about proofs, second factors and identities. */
export const factorCalls = {
  linkedIdentities: {},
  linkIdentity: { params: { provider: 'google' } },
  unlinkIdentity: { params: { provider: 'google' } },
  pendingSignIn: {},
  waysToProve: {},
  prove: { body: { password: TEST_PASSWORD } },
  totpStatus: {},
  startTotp: {},
  turnOnTotp: { body: { setup: 'a'.repeat(43), code: '123456' } },
  turnOffTotp: {},
  renewRecoveryCodes: {},
  factorRequirement: {},
  requireFactor: { body: { isRequired: true } },
} as const;
