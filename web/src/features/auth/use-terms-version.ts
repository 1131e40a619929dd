import { useState } from 'react';
import { CallError } from '../../lib/call.ts';
import { reportFailedRead } from '../../lib/failures.ts';
import { instance } from '../../lib/instance.ts';
import { readTermsVersion } from '../../lib/terms-version.ts';

/**
 * Returns the version of the terms to accept, or null. `readAgainAfter` returns true if a refusal means that the terms
 * have changed, and reads the version again.
 */
export function useTermsVersion() {
  const [version, setVersion] = useState(instance.termsVersion);
  const readAgainAfter = (refusal: unknown): boolean => {
    if (!(refusal instanceof CallError && refusal.code === 'terms_required')) return false;
    readTermsVersion().then(setVersion, (error: unknown) => reportFailedRead('terms', error));
    return true;
  };
  return { version, readAgainAfter };
}
