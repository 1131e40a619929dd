import type { readInstance } from '@zapdeck/contract/instance';
import { call } from './call.ts';

/** Like those in startup-calls.ts, whose test compares it with the contract too. */
export const readInstanceCall = {
  method: 'GET',
  path: '/api/instance',
  access: 'public',
} as unknown as typeof readInstance;

/** Returns the version of the terms in force now; null without terms. Rejects as `call` does. */
export async function readTermsVersion(): Promise<number | null> {
  return (await call(readInstanceCall, {})).termsVersion;
}
