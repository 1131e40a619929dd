import { t } from '@lingui/core/macro';
import { startAuthentication } from '@simplewebauthn/browser';
import { proofOptions } from '@zapdeck/contract/sign-in/passkeys';
import { prove } from '@zapdeck/contract/sign-in/proof';
import { askDevice } from '../../lib/ask-device.ts';
import { call } from '../../lib/call.ts';

/** Confirms the identity with a passkey of the account. Rejects with PasskeyProblem. */
export async function proveWithPasskey(): Promise<void> {
  const optionsJSON = await call(proofOptions, {});
  const cancelled = t`No passkey was used. Please try again.`;
  const passkey = await askDevice(optionsJSON.timeout, cancelled, () => startAuthentication({ optionsJSON }));
  await call(prove, { body: { passkey } });
}
