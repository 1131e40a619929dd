import { t } from '@lingui/core/macro';
import ArrowUpRight from 'lucide-react/icons/arrow-up-right';
import { useState } from 'react';
import { buttonClass } from '../../components/ui/button-class.ts';
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

/** Opens the terms in a new tab, so that this page stays. */
export function TermsLink() {
  return (
    <a href="/terms" target="_blank" rel="noopener" className={buttonClass('secondary', 'lg', 'w-full')}>
      <span className="min-w-0">{t`Read the terms`}</span>
      <ArrowUpRight size={20} className="shrink-0 rtl:-scale-x-100" aria-hidden="true" />
    </a>
  );
}
