import { t } from '@lingui/core/macro';
import { useEffect } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { toast } from '../../lib/toasts.ts';
import { loginAddress, returnToOf } from '../../lib/return-to.ts';

async function tell(code: string): Promise<void> {
  // Rare, so the texts load on demand.
  const { wordsFor } = await import('../../lib/sign-in-problem-words.ts');
  toast({ title: t`You are not signed in`, description: wordsFor(code), variant: 'destructive' });
}

/** Shows once why a sign-in with a provider failed, and removes `error` from the address. */
export function useSignInProblem(): void {
  useEffect(() => {
    // From `location`, because a prerendered page has no query during hydration.
    const { search } = location;
    const code = new URLSearchParams(search).get('error');
    if (code === null) return;
    void tell(code);
    navigate(loginAddress(returnToOf(search)), { replace: true });
  }, []);
}
