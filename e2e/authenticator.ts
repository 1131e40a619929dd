import { Secret, TOTP } from 'otpauth';
import { type Caller, callApi } from './api.ts';

const STEP_MS = 30_000;

/** Returns the code of an authenticator app. A code works once, so the next sign-in needs a later one. */
export function codeOf(secret: string, stepsAhead = 0): string {
  const timestamp = Date.now() + stepsAhead * STEP_MS;
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
}

/** Turns on an authenticator app for the account that is signed in. */
export async function turnOnTotp(caller: Caller, url: string): Promise<void> {
  const post = <T>(path: string, data?: object) =>
    callApi<T>(caller, url, { method: 'POST', path, ...(data ? { data } : {}) });
  const { secret, setup } = await post<{ secret: string; setup: string }>('/api/auth/totp/start');
  await post('/api/auth/totp', { setup, code: codeOf(secret) });
}
