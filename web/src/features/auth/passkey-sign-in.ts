import { t } from '@lingui/core/macro';
import {
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  WebAuthnAbortService,
} from '@simplewebauthn/browser';
import type { CurrentUser } from '@zapdeck/contract/sign-in/auth';
import { type Assertion, signInOptions, signInWithPasskey } from '@zapdeck/contract/sign-in/passkeys';
import { askDevice } from '../../lib/ask-device.ts';
import { CallError, call } from '../../lib/call.ts';

/** Opens the dialog of the browser. Rejects with PasskeyProblem. */
export async function choosePasskey(): Promise<Assertion> {
  const optionsJSON = await call(signInOptions, {});
  const cancelled = t`No passkey found. Use your password instead.`;
  return askDevice(optionsJSON.timeout, cancelled, () => startAuthentication({ optionsJSON }));
}

/**
 * Offers passkeys in the suggestions of the email field. Returns undefined if the browser cannot, or once another request
 * starts.
 */
export async function offerInSuggestions(): Promise<Assertion | undefined> {
  if (!(await browserSupportsWebAuthnAutofill())) return undefined;
  try {
    const optionsJSON = await call(signInOptions, {});
    return await startAuthentication({ optionsJSON, useBrowserAutofill: true });
  } catch {
    // The button still works, and shows the reason if it does not.
    return undefined;
  }
}

export function stopOffer(): void {
  WebAuthnAbortService.cancelCeremony();
}

/** Asks the password manager to delete a passkey that is unknown to the server. */
function forget(credentialId: string): void {
  const signal = { rpId: location.hostname, credentialId };
  void window.PublicKeyCredential.signalUnknownCredential?.(signal).catch(() => undefined);
}

export async function signIn(answer: Assertion): Promise<CurrentUser> {
  try {
    return await call(signInWithPasskey, { body: answer });
  } catch (error) {
    if (error instanceof CallError && error.code === 'passkey_unknown') forget(answer.id);
    throw error;
  }
}
