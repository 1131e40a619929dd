import type { signInProviders } from '@zapdeck/contract/sign-in/providers';
import type { ResponseOf } from '@zapdeck/contract/wire/route';
import { call } from './call.ts';

/** A copy without schemas, as in startup-calls.ts. startup-calls.test.ts compares it with the contract. */
export const signInProvidersCall = {
  method: 'GET',
  path: '/api/auth/providers',
  access: 'public',
} as unknown as typeof signInProviders;

let reading: Promise<ResponseOf<typeof signInProviders>> | undefined;

/** Returns the sign-in methods of the server, read once per page. Rejects like `call`; then the next call reads again. */
export function readSignInWays(): Promise<ResponseOf<typeof signInProviders>> {
  reading ??= call(signInProvidersCall, {}).catch((error: unknown) => {
    reading = undefined;
    throw error;
  });
  return reading;
}
