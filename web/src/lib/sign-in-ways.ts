import type { signInProviders } from '@zapdeck/contract/providers';
import type { ResponseOf } from '@zapdeck/contract/route';
import { call } from './call.ts';

/** As those in startup-calls.ts, and held to the contract with them. */
export const signInProvidersCall = {
  method: 'GET',
  path: '/api/auth/providers',
  access: 'public',
} as unknown as typeof signInProviders;

let reading: Promise<ResponseOf<typeof signInProviders>> | undefined;

/** How people sign in on this server; read once for each page. Rejects as `call` does, and then reads anew. */
export function readSignInWays(): Promise<ResponseOf<typeof signInProviders>> {
  reading ??= call(signInProvidersCall, {}).catch((error: unknown) => {
    reading = undefined;
    throw error;
  });
  return reading;
}
