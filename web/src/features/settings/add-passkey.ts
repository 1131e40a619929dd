import { t } from '@lingui/core/macro';
import { startRegistration } from '@simplewebauthn/browser';
import { enrolmentOptions, enrolPasskey, type Passkey } from '@zapdeck/contract/sign-in/passkeys';
import { askDevice } from '../../lib/ask-device.ts';
import { call } from '../../lib/call.ts';

/** Creates a passkey on a device that the person chooses. Rejects with PasskeyProblem. */
export async function addPasskey(): Promise<Passkey> {
  const optionsJSON = await call(enrolmentOptions, {});
  const cancelled = t`Nothing was added to your account.`;
  const body = await askDevice(optionsJSON.timeout, cancelled, () => startRegistration({ optionsJSON }));
  return call(enrolPasskey, { body });
}
