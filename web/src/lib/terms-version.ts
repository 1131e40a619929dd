import type { readInstance } from '@zapdeck/contract/instance/instance';
import { call } from './call.ts';

/** A copy without schemas, as in startup-calls.ts. startup-calls.test.ts compares it with the contract. */
export const readInstanceCall = {
  method: 'GET',
  path: '/api/instance',
  access: 'public',
} as unknown as typeof readInstance;

/** Returns the current version of the terms, or null. Rejects like `call`. */
export async function readTermsVersion(): Promise<number | null> {
  return (await call(readInstanceCall, {})).termsVersion;
}
