import type { signInProviders } from '@zapdeck/contract/providers';
import type { ResponseOf } from '@zapdeck/contract/route';
import { call } from './call.ts';
import { signInProvidersCall } from './startup-calls.ts';

let reading: Promise<ResponseOf<typeof signInProviders>> | undefined;

/** How people sign in on this server; read once for each page. Rejects as `call` does, and then reads anew. */
export function readSignInWays(): Promise<ResponseOf<typeof signInProviders>> {
  reading ??= call(signInProvidersCall, {}).catch((error: unknown) => {
    reading = undefined;
    throw error;
  });
  return reading;
}
